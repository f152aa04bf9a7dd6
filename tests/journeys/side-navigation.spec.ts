import type { Page } from '@playwright/test'
import type { CastName } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, inspected } from './inspect.ts'
import { signIn, signInByForm } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
const consent = { name: 'cookieConsent', value: 'true' }

async function enter(page: Page, name: CastName, baseURL: string | undefined, path = '/') {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, name, path)
}

const sideOf = (page: Page) => page.getByRole('navigation', { name: 'Sidmeny' })
const groupsOf = (page: Page) => sideOf(page).locator('[role="group"] > p').allTextContents()
const trimmed = (texts: string[]) => texts.map((text) => text.trim())

// A phone keeps the bar and the slide-in menu, which other journeys show.
test.describe('beside the pages of the office', { tag: '@once' }, () => {
  test('a superadministrator goes to every place in one press, and sees what waits', async ({ page, baseURL }) => {
    await enter(page, 'superadmin', baseURL)
    const side = sideOf(page)
    expect(trimmed(await groupsOf(page))).toEqual([
      'Idag',
      'Utbildning',
      'Personer',
      'Licenser',
      'Ekonomi',
      'Utskick',
      'Uppföljning',
      'Inställningar',
    ])
    await expect(side.getByRole('link', { name: 'Startsida' })).toHaveAttribute('aria-current', 'page')
    await expect(side.getByRole('link', { name: /^Att godkänna \d+ väntar$/ })).toBeVisible()
    // A row with a count leads to what it counts.
    await expect(side.getByRole('link', { name: /^Betalningar \d+ väntar$/ })).toBeVisible()
    await side.getByRole('link', { name: 'Betalningar' }).click()
    await expect(page).toHaveURL('/betalningar?toRefund=1')
    await expect(side.getByRole('link', { name: 'Betalningar' })).toHaveAttribute('aria-current', 'page')
    await expect(side.locator('[aria-current]')).toHaveCount(1)
    await inspected(page, 'side-superadmin')
    await side.getByRole('link', { name: 'Mejlmallar' }).click()
    await expect(page).toHaveURL('/outbox?tab=templates')
    await expect(side.locator('[aria-current]')).toHaveText(/Mejlmallar/)
  })

  test('the counts are fetched once a minute, and again on the start page', async ({ page, baseURL }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/Worklist/home')) calls.push(request.url())
    })
    await enter(page, 'superadmin', baseURL)
    const waiting = sideOf(page).getByRole('link', { name: /^Fakturor \d+\+? väntar$/ })
    await expect(waiting).toBeVisible()
    expect(calls).toHaveLength(1)
    await page.goto('/gdpr')
    await expect(waiting).toBeVisible()
    expect(calls).toHaveLength(1)
    const answered = page.waitForResponse('**/api/Worklist/home')
    await page.goto('/')
    await answered
    expect(calls).toHaveLength(2)
  })

  for (const [name, groups, action] of [
    ['administrator', ['Idag', 'Utbildning', 'Personer', 'Utskick', 'Uppföljning'], 'Nytt tillfälle eller prov'],
    ['educator', ['Idag', 'Utbildning', 'Utskick', 'Uppföljning'], 'Nytt tillfälle eller prov'],
    ['orgadmin', ['Idag', 'Utbildning', 'Personer', 'Utskick', 'Uppföljning'], 'Anmäl medlemmar'],
  ] as const)
    test(`the ${name} sees the groups and actions of the role`, async ({ page, baseURL }) => {
      await enter(page, name, baseURL)
      expect(trimmed(await groupsOf(page))).toEqual(groups)
      await page.getByRole('button', { name: 'Nytt', exact: true }).click()
      await expect(page.getByRole('link', { name: action, exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Ny utbildning' })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await inspected(page, `side-${name}`)
    })

  test('actions are in a menu of their own', async ({ page, baseURL }) => {
    await enter(page, 'superadmin', baseURL, '/users')
    await expect(sideOf(page).getByRole('link', { name: 'Ny utbildning' })).toHaveCount(0)
    const opener = page.getByRole('button', { name: 'Nytt', exact: true })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Ny licens' })).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await page.getByRole('link', { name: 'Ny utbildning' }).click()
    await expect(page).toHaveURL('/createeducation')
  })

  test('it is folded to its icons, and the server renders it so', async ({ page, baseURL }) => {
    await enter(page, 'superadmin', baseURL, '/users')
    const width = async () => (await page.locator('#side').boundingBox())?.width
    await expect.poll(width).toBe(256)
    await page.getByRole('button', { name: 'Fäll ihop sidofältet' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Fäll ut sidofältet' })).toBeFocused()
    await expect.poll(width).toBe(60)
    // The names stay for screen readers.
    await expect(sideOf(page).getByRole('link', { name: /^Användare/ })).toBeVisible()
    await inspected(page, 'side-folded')
    const html = await (await page.request.get('/users')).text()
    expect(html).toContain('data-state="folded"')
    await page.reload()
    await expect.poll(width).toBe(60)
    await page.getByRole('button', { name: 'Fäll ut sidofältet' }).click()
    await expect.poll(width).toBe(256)
  })

  test('every page begins at the same place, and a list has the whole window', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 1920, height: 1000 })
    await enter(page, 'superadmin', baseURL)
    const [starts, widths] = [new Set<number>(), new Map<string, number>()]
    for (const path of ['/', '/users', '/betalningar', '/config', '/import/educationResults', '/hangfire', '/gdpr']) {
      await page.goto(path)
      starts.add((await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? -1)
      widths.set(path, (await page.getByRole('main').boundingBox())?.width ?? 0)
    }
    expect([...starts]).toEqual([288])
    expect(widths.get('/config')).toBe(1248)
    expect(widths.get('/users')).toBeGreaterThan(1600)
  })

  test('at 1,024 pixels it is folded until one unfolds it; below there is the slide-in menu and the bar', async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await enter(page, 'superadmin', baseURL, '/users')
    await expect(sideOf(page)).toBeVisible()
    expect((await page.locator('#side').boundingBox())?.width).toBe(60)
    await expect(page.locator('#bar')).toBeHidden()
    await expectNoSidewaysScroll(page)
    await page.goto('/media/tags')
    await inspected(page, 'side-1024')
    await page.setViewportSize({ width: 834, height: 800 })
    await expect(sideOf(page)).toBeHidden()
    await expect(page.locator('#bar')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Utbildningar', exact: true })).toBeVisible()
    await inspected(page, 'side-834')
  })

  test('the skip link is still first, and the side navigation is not printed', async ({ page, baseURL }) => {
    await enter(page, 'educator', baseURL, '/myeducations')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Hoppa till innehållet' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('#side')).toBeHidden()
  })

  test('a learner has none, and keeps the links of the header', async ({ page, baseURL }) => {
    await enter(page, 'learner', baseURL, '/educations')
    await expect(page.locator('#side')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Vanliga sidor' }).getByRole('link')).toHaveCount(4)
  })
})

test.describe('without scripts', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false })

  test('it is folded by a form', async ({ page, baseURL }) => {
    await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
    await signInByForm(page, 'superadmin')
    await page.goto('/gdpr')
    await page.getByRole('button', { name: 'Fäll ihop sidofältet' }).click()
    await expect(page).toHaveURL('/gdpr')
    await expect(page.getByRole('button', { name: 'Fäll ut sidofältet' })).toBeVisible()
  })
})
