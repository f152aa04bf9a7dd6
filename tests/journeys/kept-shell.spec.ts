import { type CastName, cast } from '#story/people.ts'
import { consentCookie } from '../../src/layouts/consent.ts'
import { signIn } from '../../tools/bench/weight.ts'
import { fetchAnew } from './fetch-anew.ts'
import { expect, test } from './stage.ts'

const readers = ['superadmin', 'learner', 'educator', 'external', 'junior'] as const satisfies CastName[]
const paths = ['/cookies', '/gdpr', '/educations?q=%22%26%3Cb'] as const

const nameOf = (reader: CastName) => `${cast[reader].firstName} ${cast[reader].lastName}`
const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('<', '&lt;')

// The second round reads what the first has left in memory.
test('header, menu and bar are remembered, and are still each reader’s own on each page', async ({ portal }) => {
  const cookies = new Map<CastName, string>()
  for (const reader of readers) cookies.set(reader, (await signIn(portal.origin, reader)).cookies.join('; '))
  const read = async (path: string, cookie: string) =>
    (await fetchAnew(portal.origin + path, { headers: { cookie, accept: 'text/html' } })).text()

  for (const round of [1, 2])
    for (const path of paths)
      for (const reader of readers) {
        const html = await read(path, cookies.get(reader) ?? '')
        const where = `${reader} on ${path}, round ${round}`
        const others = readers.filter((other) => other !== reader && html.includes(nameOf(other)))
        expect(others, where).toEqual([])
        expect(html.includes(`data-user-name="${nameOf(reader)}"`), where).toBe(true)
        expect(html.includes(`href="/print/cv/${cast[reader].id}"`), where).toBe(true)
        expect(html.includes('href="/config"'), where).toBe(reader === 'superadmin')
        const returns = [...html.matchAll(/name="returnUrl" value="([^"]*)"/g)].map(([, to]) => to)
        expect(new Set(returns), where).toEqual(new Set([written(path)]))
        expect(/hole[0-9a-f]{32}/.test(html), where).toBe(false)
      }
})

test('what a visitor has chosen holds for them alone', async ({ portal }) => {
  const read = async (cookie: string) => (await fetchAnew(`${portal.origin}/login`, { headers: { cookie } })).text()
  for (let round = 0; round < 2; round++) {
    const [dark, plain, english] = [await read('theme=dark'), await read(''), await read('language=en')]
    const agreed = await read(`${consentCookie}=true`)
    expect(dark.includes('value="dark" aria-pressed="true"')).toBe(true)
    expect(plain.includes('value="system" aria-pressed="true"')).toBe(true)
    expect([english, plain].map((html) => html.includes('Personal data'))).toEqual([true, false])
    expect([plain, agreed].map((html) => html.includes('id="cookie-banner"'))).toEqual([true, false])
  }
})
