import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Response } from 'playwright'
import { type CastName, cast, password } from '#story/people.ts'
import { chromiumFlags, ensureChromium } from '../chromium.ts'

/** Gzipped bytes that a browser loads for a page before the first interaction. */
export interface Weight {
  path: string
  html: number
  css: number
  js: number
  /** Script inside the HTML, uncompressed. */
  inline: number
}

const kinds: Record<string, 'html' | 'css' | 'js'> = { document: 'html', stylesheet: 'css', script: 'js' }

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Weighs a page in a browser context of its own, with an empty cache. */
async function weigh(browser: Browser, url: string, path: string, storageState: StorageState): Promise<Weight> {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const weight: Weight = { path, html: 0, css: 0, js: 0, inline: 0 }
  const weighed: Promise<void>[] = []
  const put = async (response: Response) => {
    const kind = kinds[response.request().resourceType()]
    if (!kind || !response.ok()) return
    const { length } = gzipSync(await response.body())
    weight[kind] += length
  }
  page.on('response', (response) => weighed.push(put(response)))
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(weighed)
  weight.inline = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src && !/json/.test(script.type))
      .reduce((sum, script) => sum + script.text.length, 0),
  )
  await context.close()
  return weight
}

/** Signs a member of the cast in through the login form, and returns the cookies and storage of the browser. */
export async function loadStorageState(browser: Browser, origin: string, name: CastName): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[name].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  const stored = await context.storageState()
  await context.close()
  return stored
}

/** Weighs pages with an empty cache, as a member of the cast or as a visitor; pages that do not exist are left out. */
export async function measureWeights(
  origin: string,
  paths: readonly string[],
  name: CastName | null,
): Promise<Weight[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  const stored = name ? await loadStorageState(browser, origin, name) : { cookies: [], origins: [] }
  const weights: Weight[] = []
  for (const path of paths) weights.push(await weigh(browser, origin + path, path, stored))
  await browser.close()
  // A page that does not exist yet weighs nothing.
  return weights.filter((weight) => weight.html > 0)
}

/** Session of a member of the cast: its token for calls and its cookies for pages. */
export interface Session {
  token: string
  cookies: string[]
  personId: number
}

/** Signs in through the API, as the login form does. */
export async function signIn(origin: string, name: CastName): Promise<Session> {
  const response = await fetch(`${origin}/api/Authentication/Login`, {
    method: 'POST',
    // A connection of its own; see decision 049.
    headers: { 'content-type': 'application/json', origin, connection: 'close' },
    body: JSON.stringify({ username: cast[name].userName, password }),
  })
  const { token } = (await response.json()) as { token: string }
  const cookies = response.headers.getSetCookie().map((text) => text.split(';')[0] ?? '')
  return { token, cookies, personId: cast[name].id }
}
