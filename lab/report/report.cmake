# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# Builds the report's page into strandline_lab, with Chart.js where Debian's libjs-chart.js or -DSTRANDLINE_CHART_JS has it.
set(STRANDLINE_WITH_CHART_JS "AUTO" CACHE STRING "Draw charts in the lab's reports: ON, OFF or AUTO")
set_property(CACHE STRANDLINE_WITH_CHART_JS PROPERTY STRINGS AUTO ON OFF)

set(chart_js "")
if(STRANDLINE_WITH_CHART_JS)
  find_file(STRANDLINE_CHART_JS chart.min.js PATH_SUFFIXES share/javascript/chart.js DOC "The minified Chart.js 3 or newer")
  if(STRANDLINE_CHART_JS AND NOT EXISTS ${STRANDLINE_CHART_JS})
    message(FATAL_ERROR "strandline: STRANDLINE_CHART_JS is '${STRANDLINE_CHART_JS}', which does not exist; name a chart.min.js")
  elseif(STRANDLINE_CHART_JS)
    file(REAL_PATH ${STRANDLINE_CHART_JS} chart_js)
  elseif(NOT STRANDLINE_WITH_CHART_JS STREQUAL "AUTO")
    message(FATAL_ERROR "strandline: STRANDLINE_WITH_CHART_JS is ${STRANDLINE_WITH_CHART_JS}, but there is no chart.min.js; "
                        "install libjs-chart.js or set STRANDLINE_CHART_JS")
  endif()
endif()
if(NOT chart_js)
  message(STATUS "strandline: without Chart.js; reports of the lab have tables, but no charts")
endif()

set(page_source ${CMAKE_CURRENT_BINARY_DIR}/report_page.cpp)
set(page_folder ${CMAKE_CURRENT_LIST_DIR})
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${page_folder} -DCHART_JS=${chart_js} -DOUTPUT=${page_source}
          -P ${page_folder}/embed.cmake
  DEPENDS ${page_folder}/embed.cmake ${page_folder}/page.html ${page_folder}/page.css ${page_folder}/page.js
          ${page_folder}/chart_js_licences.txt ${chart_js}
  COMMENT "Building the report's page in" VERBATIM)
target_sources(strandline_lab PRIVATE ${page_source})
