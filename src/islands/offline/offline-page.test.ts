import { expect, test } from 'vitest'
import { renderOfflinePage } from './offline-page.ts'

test('the page names in each language what opens without a connection, and leads back to where one was going', () => {
  const copies = [
    { path: '/profile', title: 'Profil · Portalen' },
    { path: '/education/manageOccasion/271', title: 'Kursdag &amp; prov · Portalen' },
  ]
  const swedish = renderOfflinePage('sv', '/calendar?view=list&who=all', copies)
  expect(swedish).toContain('<html lang="sv">')
  expect(swedish).toContain('<h1>Du är utan nät</h1>')
  expect(swedish).toContain('href="/calendar?view=list&amp;who=all">Försök igen</a>')
  expect(swedish).toContain('<a href="/profile">Dina licenser</a>')
  expect(swedish).toContain('<a href="/education/manageOccasion/271">Kursdag &amp; prov · Portalen</a>')
  const english = renderOfflinePage('en', '/', copies)
  expect(english).toContain('<h1>You are offline</h1>')
  expect(english).toContain('<a href="/profile">Your licences</a>')
})

test('the page says how licences become available when nothing is stored, and is Swedish for an unknown language', () => {
  const page = renderOfflinePage('"><script>', '/?a="><script>', [])
  expect(page).toContain('öppna din profil')
  expect(page).not.toContain('<script>')
  expect(page).toContain('<html lang="sv">')
})
