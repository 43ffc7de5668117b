# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# cmake -DFOLDER=… [-DCHART_JS=…] -DOUTPUT=… -P embed.cmake: makes the C++ source that holds the report's files.
cmake_minimum_required(VERSION 3.25)

set(source "// Made by lab/report/embed.cmake.\n#include \"report/report_page.hpp\"\n\nnamespace strandline::lab {\n\n")

# Raw, so that no character has to be escaped, in the delimiter that none of the files has.
function(append_text name text)
  string(FIND "${text}" ")strandline\"" delimiter)
  if(NOT delimiter EQUAL -1)
    message(FATAL_ERROR "strandline: what is to become ${name} ends a raw string, change the delimiter in embed.cmake")
  endif()
  set(source "${source}const std::string_view ${name} = R\"strandline(${text})strandline\";\n\n" PARENT_SCOPE)
endfunction()

foreach(name IN ITEMS Html Css Js)
  string(TOLOWER ${name} extension)
  file(READ ${FOLDER}/page.${extension} text)
  append_text(kPage${name} "${text}")
endforeach()

set(chart_js "")
set(licences "")
set(version "")
if(CHART_JS)
  file(READ ${CHART_JS} chart_js)
  file(READ ${FOLDER}/chart_js_licences.txt licences)
  if(NOT chart_js MATCHES "Chart\\.js v([0-9][0-9.]*)")
    message(FATAL_ERROR "strandline: ${CHART_JS} names no version of Chart.js, set STRANDLINE_CHART_JS to a chart.min.js")
  endif()
  set(version ${CMAKE_MATCH_1})
  string(FIND "${chart_js}" "</script" end_of_script)
  if(NOT end_of_script EQUAL -1)
    message(FATAL_ERROR "strandline: ${CHART_JS} would end the page's script element, use another build of Chart.js")
  endif()
endif()
append_text(kChartJs "${chart_js}")
append_text(kChartJsLicences "${licences}")
append_text(kChartJsVersion "${version}")
file(WRITE ${OUTPUT} "${source}}  // namespace strandline::lab\n")
