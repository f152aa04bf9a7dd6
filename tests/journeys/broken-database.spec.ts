import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sealSession } from '#edge/session-cookie.ts'
import { loadSecret, root } from '../../tools/local-portal.ts'
import { openPortal, openStore, type Portal } from '../../tools/portal.ts'
import { expect, findFreePort, test as staged } from './fixtures.ts'
import { expectAccessible, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { copyPortalTo } from './template.ts'

const dirOf = (name: string, at: number) => join(root, '.cache', `${name}-${at}`)

const withoutTables = (...tables: string[]) => tables.map((table) => `alter table ${table} rename to ${table}_lost`)

/** Runs a portal whose database the statements have damaged. */
async function withDamagedPortal(
  name: string,
  at: number,
  statements: readonly string[],
  use: (portal: Portal) => Promise<void>,
) {
  const dir = dirOf(name, at)
  copyPortalTo(dir)
  const store = await openStore(dir)
  await store.db.batch(statements.map((text) => store.db.prepare(text)))
  await store.close()
  const portal = await openPortal({
    dir,
    port: await findFreePort(),
    log: join(root, 'test-results', `${name}-${at}.log`),
  })
  await use(portal)
  await portal.close()
  rmSync(dir, { recursive: true, force: true })
}

interface Portals {
  withoutImports: Portal
  withoutConfiguration: Portal
  withoutLists: Portal
  withoutAnything: Portal
}

const damages = {
  withoutImports: withoutTables('import_batches'),
  withoutConfiguration: [
    "update portal_configurations set configuration = 'unreadable'",
    ...withoutTables('disturbance_messages'),
  ],
  withoutLists: withoutTables('education_categories', 'education_roles'),
  withoutAnything: withoutTables('sessions', 'portal_configurations', 'disturbance_messages', 'users', 'jobs'),
}

const fixtureOf = (statements: readonly string[], name: string) =>
  [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use: (portal: Portal) => Promise<void>, worker: { parallelIndex: number }) =>
      withDamagedPortal(name, worker.parallelIndex, statements, use),
    { scope: 'worker' },
  ] as const

const test = staged.extend<object, Portals>({
  withoutImports: [...fixtureOf(damages.withoutImports, 'without-imports')],
  withoutConfiguration: [...fixtureOf(damages.withoutConfiguration, 'without-configuration')],
  withoutLists: [...fixtureOf(damages.withoutLists, 'without-lists')],
  withoutAnything: [...fixtureOf(damages.withoutAnything, 'without-anything')],
})

const failedFetch =
  'Ett fel uppstod vid hämtning av inlästa data. Du kan försöka att nollställa inläsningen och importera en ny fil.'

test.describe('an import that cannot be read', () => {
  test.use({ portal: ({ withoutImports }, use) => use(withoutImports) })

  test('offers to reset it, once per session and visit', async ({ page }) => {
    await signIn(page, 'superadmin', '/import/educationResults')
    for (let visit = 0; visit < 3; visit += 1) {
      const response = await page.goto('/import/educationResults')
      expect(response?.status()).toBe(200)
      await expect(page.getByText(failedFetch)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Nollställ', exact: true })).toBeVisible()
    }
    await expectAccessible(page)
    await shoot(page, 'import-failed')
  })

  test('is named among the queues of the office, beside the counts of the others', async ({ page }) => {
    await signIn(page, 'superadmin')
    const queues = page.getByRole('region', { name: 'Väntar på dig' }).getByRole('listitem')
    await expect(queues.filter({ hasText: 'Importfil att godkänna' })).toContainText('Kön gick inte att läsa just nu.')
    await expect(queues.filter({ hasText: 'Inlämningar att granska' })).toContainText(/\d/)
    await expectAccessible(page)
    await shoot(page, 'queue-failed')
  })
})

test.describe('a configuration that cannot be read', () => {
  test.use({ portal: ({ withoutConfiguration }, use) => use(withoutConfiguration) })

  test('is shown in the banner, and in a box on the cookie page', async ({ page }) => {
    const response = await page.goto('/cookies')
    expect(response?.status()).toBe(200)
    await expect(page.getByText('An unknown error occured.')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Något gick fel hos oss.')
    await expect(page.getByRole('button', { name: 'Ändra mina cookie-inställningar' })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'configuration-failed')
  })

  test('does not affect other pages for signed-in people', { tag: '@once' }, async ({ page }) => {
    await signIn(page, 'superadmin')
    for (const path of ['/gdpr', '/profile', '/users']) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByText('An unknown error occured.')).toBeVisible()
    }
  })
})

test.describe('categories and roles that cannot be read', () => {
  test.use({ portal: ({ withoutLists }, use) => use(withoutLists), expectedErrors: ['GET /EducationRole'] })

  test('are shown with their error text, on pages that work', async ({ page }) => {
    await signIn(page, 'superadmin')
    const tabs = ['/config?tab=categories', '/config?tab=roles']
    for (const path of ['/users', '/createeducation', '/licenses/create', '/profile/5', ...tabs]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      const error = page.getByRole('alert').filter({ hasText: 'Grenarna eller funktionerna kunde inte hämtas' })
      await expect(error, path).toContainText('Något gick fel hos oss.')
    }
    await page.getByRole('button', { name: 'Hämta igen' }).click()
    await expect(page.getByRole('alert')).toContainText('Något gick fel hos oss.')
    await expectAccessible(page)
    await shoot(page, 'list-failed')
  })
})

test.describe('a database that does not respond', () => {
  test.use({ portal: ({ withoutAnything }, use) => use(withoutAnything) })

  test('shows the error page, with a request id and the usual headers', async ({ page, portal }) => {
    const secret = loadSecret(dirOf('without-anything', test.info().parallelIndex))
    const value = sealSession(secret, 'token', new Date(Date.now() + 3_600_000))
    await page.context().addCookies([{ name: 'session', value, url: portal.origin }])
    const response = await page.goto('/profile')
    expect(response?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Något gick fel hos oss')
    await expect(page.getByText('An unknown error occured.')).toBeVisible()
    await expect(page.getByText(`Ange ${response?.headers()['x-request-id']}`)).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'database-failed')
    expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
    const text = (await page.textContent('body')) ?? ''
    expect(text).not.toMatch(/no such table|D1_ERROR|\.mjs/)
  })

  test('is said at /status to strangers and to signed-in people, who stay signed in', async ({ page, portal }) => {
    const secret = loadSecret(dirOf('without-anything', test.info().parallelIndex))
    for (const isSignedIn of [false, true]) {
      const value = await sealSession(secret, 'token', new Date(Date.now() + 3_600_000))
      if (isSignedIn) await page.context().addCookies([{ name: 'session', value, url: portal.origin }])
      const response = await page.goto('/status')
      expect(response?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Driftstatus')
      await expect(page.getByRole('main').getByRole('status')).not.toContainText('Allt fungerar')
      const names = (await page.context().cookies()).map(({ name }) => name)
      expect(names.includes('session')).toBe(isSignedIn)
    }
    await expectAccessible(page)
  })
})
