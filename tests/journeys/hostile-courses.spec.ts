import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { cast } from '#story/people.ts'
import { chromiumFlags, findChromium } from '../../tools/chromium.ts'
import { namingOrigin } from '../../tools/local-portal.ts'
import type { Portal } from '../../tools/portal.ts'
import { courseFrame } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { changePart, entriesOf, uploadCourse } from './upload-course.ts'

// The browser logs every request that it refuses.
test.use({ expectedErrors: [''] })
const executablePath = findChromium()
// Chrome supports `Connection-Allowlist` from version 152; this flag enables it from 148.
const knowingLists = [...chromiumFlags, '--enable-features=OverrideConnectionAllowlistOriginTrial']
test.use({ launchOptions: { args: knowingLists, ...(executablePath ? { executablePath } : {}) } })
/** Starts a host of another origin that counts its visitors, over any protocol. */
async function startForeignHost(): Promise<{ origin: string; came: string[]; server: Server }> {
  const came: string[] = []
  const server = createServer((request, response) => {
    came.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('here')
  })
  server.on('connection', () => came.push('a line'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a server that listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, came, server }
}

/** Returns the learner's current part. */
async function currentPart(page: Page): Promise<{ address: string; educationPartId: number }> {
  const link = page.getByRole('link', { name: /^(Starta|Fortsätt)/ }).first()
  const address = (await link.getAttribute('href')) ?? ''
  return { address, educationPartId: Number(new URL(address, 'http://x').searchParams.get('educationPartId')) }
}

const scriptOf = (scene: Record<string, unknown>) => ({
  path: 'scene.js',
  content: `export const scene = ${JSON.stringify(scene)}`,
})

/** Uploads the hostile course with its scene to the learner's current part, and returns the part's address. */
async function hostileCourse(page: Page, portal: Portal, foreign: string, lines = false): Promise<string> {
  await signIn(page, 'learner')
  const { address, educationPartId } = await currentPart(page)
  const before = (await (
    await page.request.get(`/api/Articulate/part/${educationPartId}`, {
      headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
    })
  ).json()) as { courseUri: string; activityId: string }
  const scene = {
    portal: portal.origin,
    foreign,
    lines,
    otherPackage: before.courseUri,
    otherActivity: before.activityId,
    otherPart: 2,
    otherPerson: { objectType: 'Agent', account: { homePage: namingOrigin, name: String(cast.educator.id) } },
  }
  await uploadCourse(portal.origin, { educationPartId, entries: [...entriesOf('hostile-course'), scriptOf(scene)] })
  return address
}

test('a course reaches its own files and the record store, and nothing else', async ({ page, portal }) => {
  const elsewhere = await startForeignHost()
  const address = await hostileCourse(page, portal, elsewhere.origin)
  const educationPartId = Number(new URL(address, portal.origin).searchParams.get('educationPartId'))
  const fetched: string[] = []
  page.on('download', (download) => fetched.push(download.suggestedFilename()))

  await page.goto(address)
  const report = courseFrame(page).locator('#report')
  await expect(report).not.toBeEmpty({ timeout: 60_000 })
  const outcomes: Record<string, string> = JSON.parse((await report.textContent()) ?? '')

  await test.step('a course reaches its own files', async () => {
    const own = Object.entries(outcomes).filter(([name]) => name.startsWith('own '))
    expect(own.map(([name, outcome]) => `${name} ${outcome.slice(0, 7)}`)).toEqual([
      'own file reached',
      'own storage reached',
      'own frame reached',
      'own worker reached',
      'own state reached',
      'own statement reached',
    ])
  })

  await test.step('everything else is refused', async () => {
    const others = Object.entries(outcomes).filter(([name]) => !name.startsWith('own '))
    expect(others.length).toBeGreaterThan(50)
    expect(others.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([])
    expect(fetched).toEqual([])
    await expect(page).toHaveURL(address)
  })

  await test.step('no request reached the external host, which counts them', async () => {
    expect(elsewhere.came).toEqual([])
    await page.request.get(elsewhere.origin)
    expect(elsewhere.came).toContain('/')
  })
  elsewhere.server.close()

  await test.step('it opens no window, not even on a click', async () => {
    await courseFrame(page).getByRole('button', { name: 'Öppna fönster' }).click()
    await expect(courseFrame(page).locator('#opened')).toHaveText('0')
    expect(page.context().pages()).toHaveLength(1)
  })

  await test.step('where its part permits windows, they are sandboxed too, and the portal does not open in them', async () => {
    await changePart(portal.origin, educationPartId, { opensWindows: true })
    await page.goto(address)
    await expect(report).not.toBeEmpty({ timeout: 60_000 })
    const windows = page.context()
    await courseFrame(page).getByRole('button', { name: 'Öppna fönster' }).click()
    await expect.poll(() => windows.pages().length).toBe(3)
    const [, ...opened] = windows.pages()
    const own = opened.find((one) => one.url().endsWith('/window.html'))
    await expect(own?.locator('#report') ?? page.locator('never')).toHaveText('[]')
    const foreign = opened.find((one) => one !== own)
    await expect(foreign?.getByText('Sara Lindgren') ?? page.locator('never')).toHaveCount(0)
    for (const one of opened) await one.close()
  })

  await test.step('during a flood of messages the portal completes nothing and remains usable', async () => {
    await expect(page.getByRole('heading', { name: 'Godkänd!' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Stäng' }).click()
    await expect(page.locator('dialog iframe')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('a WebRTC connection is refused, or costs the course its own page', async ({ page, portal }) => {
  const elsewhere = await startForeignHost()
  const address = await hostileCourse(page, portal, elsewhere.origin, true)
  await page.goto(address)
  const report = courseFrame(page).locator('#report')
  // Chromium 156 ends the page when a frame tries this.
  const outcomes = await expect(report)
    .not.toBeEmpty({ timeout: 30_000 })
    .then(() => report.textContent())
    .catch((error: Error) =>
      /crashed/.test(error.message) ? '{"its page":"refused: crashed"}' : Promise.reject(error),
    )
  const lines = Object.entries<string>(JSON.parse(outcomes ?? '{}'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([])
  expect(elsewhere.came).toEqual([])
  elsewhere.server.close()
})
