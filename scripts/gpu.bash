# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
# ./dev gpu: builds, tests, sanitizes and measures on a machine with a card. Installs nothing and needs no network.
#
#   ./dev gpu [build|test|sanitize|bench|lab] [OUT_FOLDER] [ARGS…]    all parts or one of them; ARGS go to the benchmark
#
# STRANDLINE_CUDA_ARCHITECTURES  for which cards to compile; native when left out
# STRANDLINE_GPU_SECONDS         after how long to end a part that hangs; never when left out
# STRANDLINE_COMMIT              what the results name as the commit where there is no git
# OUT_FOLDER gets: summary.txt build.log tests.log tests.xml sanitizers.log bench.log bench.jsonl pytorch.jsonl lab.log
# lab.jsonl

# Small, and through every kernel: under a sanitizer a kernel takes some hundred times as long.
sanitized_tests='*DeviceSmall*:HostBandRuns.*'
sanitizers=(memcheck racecheck initcheck synccheck)

gpu_build=build/gpu

limited() {
  if [ -n "${STRANDLINE_GPU_SECONDS:-}" ]; then timeout --kill-after=10 "$STRANDLINE_GPU_SECONDS" "$@"; else "$@"; fi
}

gpu_needs() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || fail "./dev gpu needs the command '$command', which is not here, install it"
  done
}

gpu_is_built() {
  [ -x "$gpu_build/tests/strandline_tests" ] || fail "$gpu_build has no tests, run ./dev gpu build first"
}

# What .deps/ holds is found by every CMake that runs below, that of the examples too, and by installed programs.
use_bundle() {
  [ -d .deps/usr ] || { say "there is no .deps, so libraries come from the system; ./dev bundle makes it"; return 0; }
  export CMAKE_PREFIX_PATH="$PWD/.deps/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}"
  export LD_LIBRARY_PATH="$PWD/.deps/usr/lib/$(uname -m)-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

# A program of CUDA's: on the PATH, or beside the nvcc that the build used.
cuda_program() {
  local nvcc
  nvcc=$(sed -n 's/^set(CMAKE_CUDA_COMPILER "\(.*\)")$/\1/p' "$gpu_build"/CMakeFiles/*/CMakeCUDACompiler.cmake)
  command -v "$1" || command -v "$(dirname "$nvcc")/$1" || fail "$1 is neither on the PATH nor beside $nvcc, install it"
}

gpu_part_build() {
  gpu_needs cmake ninja g++ python3
  limited cmake --preset gpu -DCMAKE_CUDA_ARCHITECTURES="${STRANDLINE_CUDA_ARCHITECTURES:-native}" \
    -DSTRANDLINE_TEST_PYTHON="$(command -v python3)" && limited cmake --build --preset gpu
}

gpu_part_test() {
  gpu_is_built
  limited ctest --preset gpu --parallel "$(nproc)" --no-tests=error --output-junit "$gpu_out/tests.xml"
}

# The race checker wants all lanes of a warp to arrive at a barrier, so it gets a build of its own.
build_for_racecheck() {
  cmake --preset gpu -B "$gpu_build-racecheck" -DSTRANDLINE_ALL_LANES_ARRIVE=ON -DSTRANDLINE_BUILD_GPU_BENCH=OFF \
    -DCMAKE_CUDA_ARCHITECTURES="${STRANDLINE_CUDA_ARCHITECTURES:-native}" -DSTRANDLINE_TEST_PYTHON="$(command -v python3)" \
    >"$gpu_build-racecheck.log" && cmake --build "$gpu_build-racecheck" --target strandline_tests \
    >>"$gpu_build-racecheck.log"
}

sanitize_with() {
  local build=$gpu_build
  [ "$1" != racecheck ] || build=$gpu_build-racecheck
  limited "$compute_sanitizer" --tool "$1" --error-exitcode 66 --report-api-errors no --print-limit 20 \
    "$build/tests/strandline_tests" --gtest_brief=1 --gtest_filter="$sanitized_tests"
}

# The tools run side by side, each on a process of its own.
gpu_part_sanitize() {
  gpu_is_built
  local tool pids=() status=0 i
  compute_sanitizer=$(cuda_program compute-sanitizer) || return 1
  # A filter that no test meets would pass for ever.
  "$gpu_build/tests/strandline_tests" --gtest_list_tests --gtest_filter="$sanitized_tests" | grep -q '^  ' ||
    fail "no test has a name like $sanitized_tests, correct sanitized_tests in scripts/gpu.bash"
  build_for_racecheck || fail "the build for racecheck failed, see $gpu_build-racecheck.log"
  for tool in "${sanitizers[@]}"; do
    sanitize_with "$tool" >"$gpu_build/sanitizer-$tool.log" 2>&1 &
    pids+=($!)
  done
  for i in "${!sanitizers[@]}"; do
    tool=${sanitizers[i]}
    if wait "${pids[i]}"; then tool="$tool: clean"; else tool="$tool: FAILED, exit status $?" status=1; fi
    sed "s/^/[${sanitizers[i]}] /" "$gpu_build/sanitizer-${sanitizers[i]}.log"
    echo "$tool"
  done
  return $status
}

the_commit() { echo "${STRANDLINE_COMMIT:-$(git describe --always --dirty 2>/dev/null || echo unknown)}"; }

gpu_part_bench() {
  gpu_is_built
  local status=0 commit digest
  digest=$(python3 bench/gpu/source_digest.py) || return 1
  commit=$(the_commit)
  limited "$gpu_build/bench/gpu/strandline_gpu_bench" --json "$gpu_out/bench.jsonl" --commit "$commit" --digest "$digest" \
    "${bench_arguments[@]}" || status=$?
  if python3 -c 'import torch' 2>/dev/null; then
    limited python3 bench/gpu/pytorch_edges.py --json "$gpu_out/pytorch.jsonl" --commit "$commit" \
      --digest "$digest" || status=$?
  else
    echo "python3 has no PyTorch, so it was not measured beside us"
  fi
  return $status
}

gpu_part_lab() {
  gpu_is_built
  limited "$gpu_build/apps/strandline/strandline" lab run all --json "$gpu_out/lab.jsonl" --overwrite \
    --commit "$(the_commit)"
}

# Runs one part, shows and keeps what it says, and adds a line to the summary.
gpu_part() {
  local part=$1 log=$2 status=0
  SECONDS=0
  # In a subshell, so that fail() ends the part and not the run. There set -e has no effect: parts chain what must hold.
  ("gpu_part_$part") 2>&1 | tee "$gpu_out/$log" || status=${PIPESTATUS[0]}
  local verdict=ok
  [ "$status" = 0 ] || verdict="FAILED, exit status $status"
  [ "$status" != 124 ] || verdict="FAILED, not done after ${STRANDLINE_GPU_SECONDS} s"
  printf 'gpu %-9s %s, %d s, %s\n' "$part" "$verdict" "$SECONDS" "$gpu_out/$log" | tee -a "$gpu_out/summary.txt"
  return "$status"
}

run_gpu() {
  local part=all failed=0
  case "${1:-}" in
    build | test | sanitize | bench | lab) part=$1; shift ;;
  esac
  gpu_out=$(realpath -m "${1:-build/gpu-results}")
  bench_arguments=("${@:2}")
  mkdir -p "$gpu_out" build
  [ $part != all ] || rm -f "$gpu_out/summary.txt"
  export STRANDLINE_REQUIRE_GPU=1
  use_bundle
  nvidia-smi --query-gpu=name,compute_cap,driver_version,memory.total --format=csv,noheader |
    tee -a "$gpu_out/summary.txt" || say "nvidia-smi found no card, so tests and benchmarks will fail"
  if [ $part = all ] || [ $part = build ]; then gpu_part build build.log || return 1; fi
  if [ $part = all ] || [ $part = test ]; then gpu_part test tests.log || failed=1; fi
  if [ $part = all ] || [ $part = sanitize ]; then gpu_part sanitize sanitizers.log || failed=1; fi
  if [ $part = all ] || [ $part = bench ]; then gpu_part bench bench.log || failed=1; fi
  if [ $part = all ] || [ $part = lab ]; then gpu_part lab lab.log || failed=1; fi
  say "the results are in $gpu_out:"
  cat "$gpu_out/summary.txt"
  return $failed
}
