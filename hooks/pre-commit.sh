#!/bin/sh
# memorylint git hook, sum SUM
# Written by "memorylint hook install", taken away by "memorylint hook uninstall",
# which leave an edited copy alone. MEMORYLINT_SKIP=1 skips memorylint only.
hook=HOOK
program=PROGRAM

say() { printf 'memorylint: %s\n' "$1" >&2; }

# A hook kept below may run another hook of ours, as a pre-merge-commit hook
# runs pre-commit. The tool still runs once for a commit, in the outermost.
here=$(pwd -P)
inner=
case ${MEMORYLINT_HOOK_IN:-} in
"$hook:$here") exit 0 ;;
*":$here") inner=yes ;;
esac

# The hook that was here before comes first.
case $0 in
*/*) chained=${0%/*}/$hook.memorylint-chained ;;
*) chained=./$hook.memorylint-chained ;;
esac
if [ -f "$chained" ] && [ -x "$chained" ]; then
	MEMORYLINT_HOOK_IN=$hook:$here "$chained" "$@" || exit
elif [ -e "$chained" ] || [ -L "$chained" ]; then
	say "$chained is not executable, so it was not run"
fi
[ -z "$inner" ] || exit 0

case ${MEMORYLINT_SKIP:-0} in
0) ;;
*)
	say "skipped, because MEMORYLINT_SKIP is set"
	exit 0
	;;
esac
# What pre-commit tells its own hooks of a range is not for this one.
unset PRE_COMMIT_FROM_REF PRE_COMMIT_TO_REF
if [ -f "$program" ] && [ -x "$program" ]; then
	exec "$program" lint --staged
fi
if command -v memorylint >/dev/null 2>&1; then
	exec memorylint lint --staged
fi
say "the $hook hook finds no memorylint: install it (go install github.com/memorylint/memorylint/cmd/memorylint@latest), or commit without it (MEMORYLINT_SKIP=1, or git commit --no-verify)"
exit 1
