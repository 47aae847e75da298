# shellcheck shell=bash
# Sourced by the scripts beside it, in the top folder. Puts together what is installed around an executable: the same
# for a folder and for a Debian package.

# contents EXECUTABLE FOLDER
contents() {
    local executable=$1 folder=$2 toolchain shell licence
    rm -rf "$folder"
    mkdir -p "$folder"/{deploy,completions}
    strip --remove-section=.comment -o "$folder/fivebar" "$executable"
    cp -r Views Public README.md CHANGELOG.md deploy/fivebar-instance "$folder/"
    cp -r deploy/{README.md,SECURITY.md,accounts.md,growth.md,instances.md,moving.md,shared-host.md,fivebar.env,apache,caddy,container,cron,fail2ban,fcgiwrap,lighttpd,litestream,nginx,systemd,uwsgi} "$folder/deploy/"
    rm "$folder/deploy/nginx/standalone.conf"

    "$folder/fivebar" --experimental-dump-help | deploy/manual "$("$folder/fivebar" --version)" >"$folder/fivebar.1"
    for shell in bash zsh fish; do
        # Where Fivebar has no word of its own, such as after `restore`, bash offers the names of files.
        "$folder/fivebar" --generate-completion-script "$shell" |
            sed '1{/^#!/d}; s/^complete -o filenames -F/complete -o default -o filenames -F/' >"$folder/completions/fivebar.$shell"
    done

    # The texts that the licences of built-in libraries ask for. Fivebar itself has none yet (README.md).
    if [[ ! -d .build/checkouts ]]; then
        echo "The licences of built-in libraries are left out: there is no .build/checkouts to take them from." >&2
    fi
    toolchain=$(dirname "$(realpath "$(command -v swift)")")/..
    for licence in .build/checkouts/*/{LICENSE,NOTICE}* "$toolchain"/share/swift/LICENSE* \
        /usr/share/doc/{libqrencode-dev,libsqlite3-dev,zlib1g-dev}/copyright; do
        [[ ! -f $licence ]] || printf '\n=== %s\n\n%s\n' "$(basename "$(dirname "$licence")")" "$(cat "$licence")"
    done >"$folder/LICENCES"
    unlink_missing "$folder"/*.md "$folder"/deploy/*.md "$folder"/deploy/*/*.md
    chmod -R u=rwX,go=rX "$folder"
}

# unlink_missing GUIDE…: what is not there is named in a guide, and not linked to.
unlink_missing() {
    local guide target
    for guide in "$@"; do
        for target in $(grep -oE '\]\([^):]+\)' "$guide" | sed 's/^](//; s/)$//' | sort -u); do
            [[ ! -e ${guide%/*}/$target && ! -L ${guide%/*}/$target ]] || continue
            target=${target//./\\.}
            sed -i -E "s|\[([^]]*)\]\(${target//+/\\+}\)|\1|g" "$guide"
        done
    done
}

# The moment of everything that is packed, so that the same commit gives the same bytes.
epoch() { echo "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"; }
