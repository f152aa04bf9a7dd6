import { findTabOfPart } from './profile-tabs.ts'

// Mails and notices of earlier versions name a part of the profile, which may be in another tab now.
const id = location.hash.slice(1)
const tab = findTabOfPart(id)
if (tab && !document.getElementById(id)) {
  const search = new URLSearchParams(location.search)
  if (search.get('tab') !== tab) {
    search.set('tab', tab)
    location.replace(`${location.pathname}?${search}#${id}`)
  }
}
