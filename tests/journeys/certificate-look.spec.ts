import type { Page } from '@playwright/test'
import type { Education } from '#api/catalogue/educations/contract.ts'
import type { Certificate } from '#api/participation/certificates/contract.ts'
import { cast } from '#story/people.ts'
import { colorPng } from '../pictures.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const educationId = 2

type Multipart = NonNullable<Parameters<Page['request']['post']>[1]>['multipart']

/** Sends a form as the person who is signed in on the page, and returns the body of the successful response. */
async function sendForm(page: Page, method: 'post' | 'put', path: string, multipart: Multipart): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const headers = { authorization: `Bearer ${token}`, origin: new URL(page.url()).origin }
  const response = await page.request[method](`/api${path}`, { headers, ...(multipart && { multipart }) })
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}

async function uploadLogo(page: Page, rgb: readonly number[]): Promise<string> {
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(colorPng(60, 20, rgb)) }
  const stored = await sendForm(page, 'post', '/PortalConfiguration/logo', { logo: '{}', file })
  return (stored as { logoUrl: string }).logoUrl
}

async function configure(page: Page, change: object): Promise<void> {
  await callAs(page, 'put', '/PortalConfiguration', {
    ...(await callAs(page, 'get', '/PortalConfiguration')),
    ...change,
  })
}

/** Completes the education for a person, so that a certificate is issued, and returns its path. */
async function complete(page: Page, userId: number): Promise<string> {
  const completed = { userId, completed: true, completedDate: '2026-03-01T11:00:00.000Z' }
  await callAs(page, 'put', `/Educations/${educationId}/results`, [completed])
  return `/print/certificate/${userId}/education/${educationId}`
}

/** Returns what is printed: the sheet, the accent colour's stylesheet, and the PDF. */
async function print(page: Page, path: string) {
  await page.goto(path)
  const sheet = await page.getByRole('article').evaluate((element) => element.outerHTML)
  const theme = await page.locator('link[href^="/theme/"]').getAttribute('href')
  const pdf = await (await page.request.get(`${path}/pdf`)).body()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  return { sheet, theme, pdf: pdf.toString('base64') }
}

test('an old certificate prints the same bytes after everything on it has been changed @once', async ({ page }) => {
  await signIn(page, 'superadmin', '/')
  const firstLogo = await uploadLogo(page, [200, 16, 46])
  await configure(page, { organizationName: 'Motorförbundet', accentColor: '#c8102e', logoUrl: firstLogo })
  const { responsibleIds } = (await callAs(page, 'get', `/Educations/${educationId}`)) as Education
  const [responsibleId = cast.educator.id] = responsibleIds
  const old = await complete(page, cast.junior.id)
  const before = await print(page, old)
  expect(before.sheet).toContain(firstLogo)
  expect(before.sheet).toContain('Motorförbundet')
  await inspected(page, 'certificate-with-logo')

  const secondLogo = await uploadLogo(page, [11, 92, 173])
  await configure(page, { organizationName: 'Bilsportförbundet', accentColor: '#0b7a3b', logoUrl: secondLogo })
  const { lastChange } = (await callAs(page, 'get', `/User/${responsibleId}`)) as { lastChange: string }
  await callAs(page, 'put', `/user/edit/${responsibleId}`, { lastName: 'Omdöpt', lastChange })
  const education = (await callAs(page, 'get', `/Educations/${educationId}`)) as Education
  await sendForm(page, 'put', '/Educations', { education: JSON.stringify({ ...education, title: 'Trygg vid banan' }) })

  const after = await print(page, old)
  expect(after.sheet).toBe(before.sheet)
  expect(after.theme).toBe(before.theme)
  expect(after.pdf).toBe(before.pdf)

  const fresh = await print(page, await complete(page, cast.external.id))
  for (const text of [secondLogo, 'Bilsportförbundet', 'Trygg vid banan', 'Omdöpt']) expect(fresh.sheet).toContain(text)
  expect(fresh.theme).toContain('0b7a3b')
  const path = `/user/${cast.external.id}/certificate/${educationId}`
  expect(((await callAs(page, 'get', path)) as Certificate).logoUrl).toBe(secondLogo)
})
