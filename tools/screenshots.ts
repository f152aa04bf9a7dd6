import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { cast, password, trialLogin, trialPayments } from '#story/people.ts'
import { build } from './build.ts'
import { chromiumFlags, ensureChromium } from './chromium.ts'
import { port, root } from './local-portal.ts'
import { type Picture, pictures } from './pictures.ts'
import { openPortal, type Portal } from './portal.ts'
import { copyTemplate, seededTemplate } from './template.ts'

/**
 * Takes the pictures of the documents from a freshly seeded portal, into docs/screenshots:
 *
 *   PORT=8899 npm run pictures
 *   PORT=8899 npm run pictures -- calendar exam
 */

const folder = join(root, 'docs/screenshots')
const maxBytes = 150_000
const views = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

async function signIn(page: Page, who: keyof typeof cast): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[who].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.waitForURL('/')
}

/** Writes one picture. @throws Error when it is larger than a document should load. */
async function take(browser: Browser, { origin }: Portal, { name, who, path, view, prepare }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: views[view ?? 'wide'],
    isMobile: view === 'phone',
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
    baseURL: origin,
  })
  if (who) await signIn(page, who)
  else await page.goto(path)
  const consent = page.getByRole('button', { name: 'Acceptera cookies' })
  await consent.click()
  await consent.waitFor({ state: 'hidden' })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  const file = join(folder, `${name}.webp`)
  await page.screenshot({ path: file, type: 'webp', quality: 80 })
  const { size } = statSync(file)
  if (size > maxBytes) throw new Error(`${name}.webp has ${size} bytes, more than ${maxBytes}`)
  console.log(`${name}.webp ${Math.round(size / 1000)} kB`)
  await page.context().close()
}

const names = process.argv.slice(2)
build()
const dir = join(root, '.cache/pictures')
copyTemplate(await seededTemplate('journeys', 1), dir)
const log = join(dir, 'portal.log')
const portal = await openPortal({ dir, port: port(), log, vars: { ...trialLogin, ...trialPayments } })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumFlags, '--lang=sv-SE'] })
try {
  for (const picture of pictures) {
    if (names.length === 0 || names.includes(picture.name)) await take(browser, portal, picture)
  }
} finally {
  await browser.close()
  await portal.close()
  rmSync(dir, { recursive: true, force: true })
}
