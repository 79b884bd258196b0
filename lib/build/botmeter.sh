#!/bin/sh
# Runs Botmeter from the unpacked archive (lib/build/package.mjs) with this machine's Node.js: "./botmeter start", or a command
# such as "./botmeter user list". Relative paths begin at its folder.
if ! command -v node > /dev/null; then
  echo 'Botmeter needs Node.js 22 or 24, and there is no "node" in the PATH: install it from https://nodejs.org' >&2
  exit 1
fi
folder=$(dirname "$(readlink -f "$0")")
if [ "$1" = start ]; then exec node "$folder/lib/build/start.mjs"; fi
# What usage texts call it.
export BOTMETER=./botmeter
exec node "$folder/lib/build/cli.mjs" "$@"
