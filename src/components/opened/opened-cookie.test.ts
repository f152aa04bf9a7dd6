import { expect, test } from 'vitest'
import { readOpened, rememberOpened } from './opened-cookie.ts'

function createBrowser(value = '') {
  let stored = value
  const cookies = {
    get: () => ({ value: stored }),
    set: (_name: string, next: string) => {
      stored = next
    },
  }
  // Only these two methods of Astro's cookies are used.
  return { cookies: cookies as never, url: new URL('https://portal.test/') }
}

test('the page that was opened last comes first, and each page is listed once', () => {
  const browser = createBrowser()
  for (const id of [1, 2, 1]) rememberOpened(browser, { kind: 'occasion', id })
  rememberOpened(browser, { kind: 'education', id: 1 })
  expect(readOpened(browser)).toEqual([
    { kind: 'education', id: 1 },
    { kind: 'occasion', id: 1 },
    { kind: 'occasion', id: 2 },
  ])
})

test('people and organisations are stored too', () => {
  const browser = createBrowser()
  rememberOpened(browser, { kind: 'person', id: 7 })
  rememberOpened(browser, { kind: 'organization', id: 7 })
  expect(readOpened(browser)).toEqual([
    { kind: 'organization', id: 7 },
    { kind: 'person', id: 7 },
  ])
})

test('at most eight pages are stored, and other values are ignored', () => {
  const browser = createBrowser()
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) rememberOpened(browser, { kind: 'occasion', id })
  expect(readOpened(browser).map(({ id }) => id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3])
  expect(readOpened(createBrowser('x1.o.e99999999999.<b>.o3'))).toEqual([{ kind: 'occasion', id: 3 }])
})
