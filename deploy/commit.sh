# Prints the commit of a clone, and whether its files were changed since; nothing for a folder that is no clone.
# A build keeps it beside the jars and not in them: the same sources make the same jars, whatever the commit.
[ -e "$1/.git" ] || exit 0
commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) || exit 0
[ -z "$(git -C "$1" status --porcelain --untracked-files=no 2>/dev/null)" ] || commit="$commit with changes"
printf '%s\n' "$commit"
