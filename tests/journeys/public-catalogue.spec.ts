import type { Page } from '@playwright/test'
import { cast, password } from '#story/people.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const pages = ['', '/utbildningar', '/kalender', '/widget'].map((path) => `/katalog${path}`)

/** Opens the first education of the list that has a date to sign up for. */
async function openEducation(page: Page): Promise<void> {
  await page.goto('/katalog/utbildningar?freeSpots=true')
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 2, name: 'Datum och platser' })).toBeVisible()
}

/** Lists the scripts that the page loads from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return scripts
}

test('a visitor searches on the start page and finds educations, without a script or a cookie', async ({ page }) => {
  const scripts = watchScripts(page)
  await page.goto('/katalog')
  await expect(page.getByRole('heading', { level: 1, name: 'Hitta din plats på banan' })).toBeVisible()
  await page.getByRole('searchbox').fill('bana')
  await page.getByRole('main').getByRole('button', { name: 'Sök utbildning' }).click()
  await expect(page).toHaveURL(/\/katalog\/utbildningar\?text=bana/)
  await openEducation(page)
  await page.goto('/katalog')
  await page
    .getByRole('link', { name: /^Så får du/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Stegen' })).toBeVisible()
  await page.goto('/katalog/kalender')
  const months = page.getByRole('navigation', { name: 'Månader' }).getByRole('link')
  await expect(months.first()).toHaveAttribute('aria-current', 'page')
  await months.nth(1).click()
  await expect(page).toHaveURL(/\/katalog\/kalender\?month=\d{4}-\d{2}$/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    new RegExp(((await months.nth(1).textContent()) ?? '').replace(/\d+$/, '').trim(), 'i'),
  )
  await page.getByRole('link', { name: 'In English' }).click()
  await expect(page).toHaveURL(/\/en\/catalogue\/calendar/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(scripts).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})

const inspectedPages = {
  catalogue: '/katalog',
  'catalogue-list': '/katalog/utbildningar',
  'catalogue-calendar': '/katalog/kalender',
  'catalogue-widget': '/katalog/widget?limit=5',
  'catalogue-english': '/en/catalogue',
}

for (const [name, path] of Object.entries(inspectedPages))
  test(`${path} is accessible in both themes`, async ({ page }) => {
    await page.goto(path)
    await inspected(page, name)
  })

test('an education for young people has both its ages, in the list and on its page', async ({ page }) => {
  await page.goto('/katalog/utbildningar?text=ungdomsrally')
  const card = page.getByRole('article').filter({ hasText: 'Ungdomsrally prova på' })
  await expect(card).toContainText('För dig mellan 13 och 17 år')
  await card.getByRole('link').click()
  await expect(page.getByText('För dig mellan 13 och 17 år')).toBeVisible()
  const facts = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(facts ?? '')).toMatchObject({ '@type': 'Course', typicalAgeRange: '13-17' })
})

test('an education is accessible in both themes', async ({ page }) => {
  await openEducation(page)
  await inspected(page, 'catalogue-education')
})

test('a way to a licence is accessible in both themes', async ({ page }) => {
  await page.goto('/katalog')
  await page
    .getByRole('link', { name: /^Så får du/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Stegen' })).toBeVisible()
  await inspected(page, 'catalogue-licence')
})

test('the login page leads to the catalogue', { tag: '@once' }, async ({ page }) => {
  await page.goto('/login')
  await inspected(page, 'catalogue-teaser')
  await page.getByRole('link', { name: 'Till den öppna katalogen' }).click()
  await expect(page).toHaveURL('/katalog')
})

test('signing up leads to the login and returns to the education', { tag: '@once' }, async ({ page }) => {
  await openEducation(page)
  const title = (await page.getByRole('heading', { level: 1 }).textContent())?.trim() ?? ''
  await page
    .getByRole('link', { name: /^Anmäl dig: / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\?returnUrl=%2Feducation%2F\d+%3FeducationPartId/)
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.learner.userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page).toHaveURL(/\/education\/\d+\?educationPartId=\d+&occasion=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a full date leads to the login and its waiting list', { tag: '@once' }, async ({ page }) => {
  const { occasions } = await (await page.request.get('/katalog/tillfallen.json')).json()
  const full = occasions.find(({ seats }: { seats: string }) => seats === 'full')
  await page.goto(full.url)
  await page
    .getByRole('link', { name: /^Ställ dig i kö: / })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.orgadmin.userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Ställ dig i kö' }).first()).toBeVisible()
})

test('everyone gets the same bytes, with an ETag and without a cookie', { tag: '@once' }, async ({ page, portal }) => {
  await signIn(page, 'learner')
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const path of pages) {
    const stranger = await fetchWithoutKeepAlive(portal.origin + path)
    const learner = await fetchWithoutKeepAlive(portal.origin + path, { headers: { cookie: `${cookie}; theme=dark` } })
    expect(await learner.text()).toBe(await stranger.text())
    expect(learner.headers.getSetCookie()).toEqual([])
    expect(learner.headers.get('cache-control')).toBe('public, no-cache')
    expect(learner.headers.get('cache-status')).toContain('edge; hit')
    const etag = stranger.headers.get('etag') ?? ''
    const again = await fetchWithoutKeepAlive(portal.origin + path, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  }
})

test('only the widget may be framed by other sites', { tag: '@once' }, async ({ portal }) => {
  for (const path of pages) {
    const { headers } = await fetchWithoutKeepAlive(portal.origin + path)
    const isWidget = path.endsWith('widget')
    expect(headers.get('x-frame-options'), path).toBe(isWidget ? null : 'DENY')
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${isWidget ? '*' : "'none'"}`)
  }
})

test('no page of the site map and no feed names a person', { tag: '@once' }, async ({ portal }) => {
  const read = async (path: string) => (await fetchWithoutKeepAlive(portal.origin + path)).text()
  const map = await read('/sitemap.xml')
  const paths = [...map.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(20)
  const names = Object.values(cast).flatMap(({ userName, id }) => [`"${userName}"`, `/profile/${id}"`])
  for (const path of [...paths, '/katalog/kalender.ics', '/katalog/tillfallen.json', '/katalog/widget']) {
    const text = await read(path)
    for (const name of [...names, '/profile/', '@nordiskbilsport', 'mailto:']) expect(text, path).not.toContain(name)
  }
  expect(await read('/robots.txt')).toMatch(/Allow: \/katalog[\s\S]*Disallow: \/\n[\s\S]*Sitemap: .*\/sitemap\.xml/)
  expect(await read('/katalog/kalender.ics')).toContain('BEGIN:VEVENT')
  expect(JSON.parse(await read('/katalog/tillfallen.json')).occasions.length).toBeGreaterThan(0)
})

test('every page names itself and its other language as search engines ask', { tag: '@once' }, async ({ portal }) => {
  const read = async (path: string) => (await fetchWithoutKeepAlive(portal.origin + path)).text()
  const map = await read('/sitemap.xml')
  const pathOf = (pattern: RegExp) => pattern.exec(map)?.[1] ?? ''
  const pairs = [
    ['/katalog', '/en/catalogue'],
    ['/katalog/utbildningar', '/en/catalogue/courses'],
    ['/katalog/kalender', '/en/catalogue/calendar'],
    [pathOf(/<loc>[^<]*(\/katalog\/utbildning\/[^<]+)/), pathOf(/<loc>[^<]*(\/en\/catalogue\/course\/[^<]+)/)],
    [pathOf(/<loc>[^<]*(\/katalog\/licens\/[^<]+)/), pathOf(/<loc>[^<]*(\/en\/catalogue\/licence\/[^<]+)/)],
  ] as const
  for (const [sv, en] of pairs)
    for (const path of [sv, en]) {
      const html = await read(`${path}?utm_source=mail`)
      const hrefOf = (rel: string) => new RegExp(`<link rel="${rel}" href="https?://[^/"]+([^"]*)"`).exec(html)?.[1]
      expect(hrefOf('canonical'), path).toBe(path)
      expect(hrefOf('alternate" hreflang="sv'), path).toBe(sv)
      expect(hrefOf('alternate" hreflang="en'), path).toBe(en)
      expect(hrefOf('alternate" hreflang="x-default'), path).toBe(sv)
      expect(map, path).toMatch(new RegExp(`<loc>[^<]*${path}</loc>`))
    }
})

test('an old slug leads to the new one, and an unknown one is not found', { tag: '@once' }, async ({
  page,
  portal,
}) => {
  await openEducation(page)
  const { pathname } = new URL(page.url())
  const id = pathname.split('-').at(-1)
  const moved = await fetchWithoutKeepAlive(`${portal.origin}/katalog/utbildning/forr-${id}`, { redirect: 'manual' })
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toBe(pathname)
  for (const path of ['/katalog/utbildning/finns-inte', '/katalog/utbildning/x-99999', '/katalog/licens/x-99999'])
    expect((await fetchWithoutKeepAlive(portal.origin + path)).status, path).toBe(404)
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(facts[0] ?? '')).toMatchObject({ '@type': 'Course', hasCourseInstance: expect.any(Array) })
})

test('other sites show a raster picture beside every link, in both languages', { tag: '@once' }, async ({ portal }) => {
  const read = async (path: string) => (await fetchWithoutKeepAlive(portal.origin + path)).text()
  const shared = ['', '/utbildningar', '/kalender'].map((path) => `/katalog${path}`)
  const item = async (pattern: RegExp) => pattern.exec(await read('/sitemap.xml'))?.[1] ?? ''
  shared.push(
    await item(/<loc>[^<]*(\/katalog\/utbildning\/[^<]+)/),
    await item(/<loc>[^<]*(\/katalog\/licens\/[^<]+)/),
  )
  shared.push('/en/catalogue', '/en/catalogue/courses', '/en/catalogue/calendar')
  shared.push(await item(/<loc>[^<]*(\/en\/catalogue\/course\/[^<]+)/))
  for (const path of shared) {
    const html = await read(path)
    const meta = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
    expect(meta('og:image'), path).toMatch(/^https?:\/\/[^/]+\/share\.png$/)
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image:alt')).toBeTruthy()
    expect(meta('twitter:card')).toBe('summary_large_image')
  }
  const picture = await fetchWithoutKeepAlive(`${portal.origin}/share.png`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await picture.arrayBuffer())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(150_000)
})

test('the office sends strangers from the start page to the catalogue', { tag: '@once' }, async ({
  page,
  portal,
  browser,
}) => {
  const openStart = async () => {
    const stranger = await browser.newContext()
    const visited = await stranger.newPage()
    await visited.goto(portal.origin)
    const { pathname } = new URL(visited.url())
    await stranger.close()
    return pathname
  }
  await signIn(page, 'superadmin', '/config?tab=features')
  expect(await openStart()).toBe('/login')
  const first = page.getByRole('checkbox', { name: 'Öppna katalogen först' })
  await first.check()
  await page.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(openStart).toBe('/katalog')
  await page.goto('/')
  await expect(page).toHaveURL('/')
  await page.goto('/config?tab=features')
  await first.uncheck()
  await page.getByRole('button', { name: 'Spara' }).click()
  await expect.poll(openStart).toBe('/login')
})

test('the pages render quickly without layout shifts on a slow phone', { tag: '@once' }, async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const slow = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 3e6 / 8 }
  await session.send('Network.emulateNetworkConditions', slow)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto('/katalog')
  const measured = await page.evaluate(async () => {
    const entries = { lcp: 0, cls: 0 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) entries.lcp = Math.max(entries.lcp, entry.startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) entries.cls += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return entries
  })
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(measured) })
  expect(measured.cls).toBeLessThanOrEqual(0.02)
})
