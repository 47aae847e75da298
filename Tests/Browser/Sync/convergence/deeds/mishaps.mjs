// What happens to people and their devices.

const aDay = 86_400_000

function crash(schedule, browser, page) {
  if (!page) return
  schedule.note(`browser ${browser.name}: crash`)
  browser.close(page, false)
  browser.open(page.path)
}

export const mishaps = [
  [4, function turn(schedule, browser) {
    schedule.note(`browser ${browser.name}: ${browser.network.isOnline ? "offline" : "online"}`)
    browser.goOnline(!browser.network.isOnline)
  }],
  [3, crash],
  [2, function reload(schedule, browser, page) {
    if (!page) return
    schedule.note(`browser ${browser.name}: reload`)
    browser.go(page, page.path)
  }],
  [1, function openTab({ world, places }, browser) { if (browser.pages.length < 3) browser.open(world.one(places)) }],
  [1, function setClock({ world }, browser) {
    browser.clockIsOff = world.between(-10, 10) * 365 * aDay
    browser.clockWasSet = true
  }],
  [1, function changeWeather({ world }, browser) { browser.network.trouble = world.one([0, 0.1, 0.4, 1]) }],
  [1, function fill(_, browser) {
    browser.isFull = !browser.isFull
    browser.wasFull = true
  }],
]
