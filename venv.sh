#!/bin/sh
# Install pinned packages into .venv, which is made if it is missing: make setup.
#
# usage: [PYTHON=python3.12] ./venv.sh requirements.lock
#
# .venv/.unfinished exists while this script writes to .venv. If it is there at the start, an earlier
# run was interrupted, perhaps between two files of a package, so .venv is made again.
set -eu
lock=$1
python=${PYTHON:-python3}
unfinished=.venv/.unfinished

refuse() {
    echo "$*" >&2
    exit 1
}

# Refuse a Python that can't make .venv, before anything is written.
check_python() {
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
        refuse "Salud needs Python 3.11 or newer, and $python can't be run: install it" \
            "(Debian, Ubuntu: sudo apt install python3 python3-venv)."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        refuse "Salud needs Python 3.11 or newer, and $python is Python $version: install a newer" \
            "one and name it, for example make setup PYTHON=python3.12."
    "$python" -c 'import ensurepip, venv' 2>/dev/null || lacks_venv
}

lacks_venv() {
    package=python3-venv
    case $python in *python3.*) package=python$version-venv ;; esac
    refuse "$python can't make a virtual environment, because its venv module is not complete:" \
        "install it (Debian, Ubuntu: sudo apt install $package)."
}

if [ -e "$unfinished" ] || ! .venv/bin/python -c '' 2>/dev/null; then
    check_python
    rm -rf .venv
    trap 'rm -rf .venv' EXIT
    trap 'exit 130' INT TERM HUP
    mkdir .venv
    touch "$unfinished"
    "$python" -m venv .venv || lacks_venv
    trap - EXIT INT TERM HUP
fi

touch "$unfinished"
echo "Installing $lock into .venv …"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
rm "$unfinished"
