-- What wrk sends. Arguments after --: the kind of request, the site's base path, a file with a line an account (its
-- cookies, the page's ETag, and the number of a counter or the date of a goal's day), the page's path, and the
-- encoding that the browser accepts, if any.
--   page       GET the first account's page
--   unchanged  the same with the ETag it had
--   marked     in turn a goal's day marked, or marked no more, and the goal's page
--   moved      in turn one of the first account's 2,000 counters moved to stand after another, and the page
--   tap        POST a +1, going round all accounts
--   changed    in turn a +1 and the home page of the same account, going round all accounts
--   file       GET the path in place of the base path

local kind, base, target, encoding, accounts = nil, nil, nil, nil, {}
local turn = 0

function init(arguments)
    kind, base, target = arguments[1], arguments[2], arguments[4] or "/"
    encoding = arguments[5]
    if arguments[3] then
        for line in io.lines(arguments[3]) do
            local cookie, etag, place = line:match("^(.+) (%S+) (%S+)$")
            accounts[#accounts + 1] = {cookie = cookie, etag = etag, place = place}
        end
    end
end

local function post(account, path, form)
    local headers = {
        ["Cookie"] = account.cookie,
        ["Sec-Fetch-Site"] = "same-origin",
        ["Content-Type"] = "application/x-www-form-urlencoded",
    }
    return wrk.format("POST", base .. path, headers, form)
end

local function tap(account)
    return post(account, "/counters/" .. account.place .. "/marks", "")
end

local function move(account)
    -- One of even number after one of odd number, so that none is to stand after itself.
    local number, other = account.place + 2 * math.random(900), account.place + 2 * math.random(900) - 1
    return post(account, string.format("/counters/%d/place", number), string.format("after=%d", other))
end

local function mark(account)
    local done = turn % 4 == 0 and "yes" or "no"
    return post(account, target .. "/" .. account.place .. "/mark", "done=" .. done)
end

local function page(account, etag)
    local headers = {
        ["Cookie"] = account.cookie,
        ["If-None-Match"] = etag,
        ["Accept-Encoding"] = encoding,
        -- As a browser says it, so that counting the view is part of what is measured.
        ["Sec-Fetch-Mode"] = "navigate",
        ["Sec-Fetch-Site"] = "same-origin",
    }
    return wrk.format("GET", base .. target, headers)
end

function request()
    turn = turn + 1
    if kind == "file" then return wrk.format("GET", base) end
    if kind == "page" then return page(accounts[1]) end
    if kind == "unchanged" then return page(accounts[1], accounts[1].etag) end
    if kind == "tap" then return tap(accounts[turn % #accounts + 1]) end
    if kind == "marked" then
        if turn % 2 == 0 then return mark(accounts[1]) end
        return page(accounts[1])
    end
    if kind == "moved" then
        if turn % 2 == 0 then return move(accounts[1]) end
        return page(accounts[1])
    end
    local account = accounts[math.floor(turn / 2) % #accounts + 1]
    if turn % 2 == 0 then return tap(account) end
    return page(account)
end
