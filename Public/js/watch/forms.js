// On every page of a watch: adds the time and the page's account to each form, and tells the site the watch's zone. What
// shell/page.js does for the other pages; stands alone, because a page of a watch has at most 10 KB.
const { account } = document.documentElement.dataset

document.addEventListener("formdata", ({ formData }) => {
  // What is done on a page comes after what it shows, whatever a slow clock says. One that is ahead is the server's business.
  formData.set("at", Math.floor(Math.max(Date.now(), Number(document.body.dataset.at ?? 0) + performance.now())))
  formData.set("offset", -new Date().getTimezoneOffset())
  if (account) formData.set("account", account)
})

if (!document.cookie.includes(`fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)) {
  import("../shell/time/zone.js").then(({ learn }) => learn()).then(() => dispatchEvent(new Event("fivebar-zone")), () => {})
}
