import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import { loadStorageState } from '../bench/page-weight.ts'
import { root } from '../local-portal.ts'
import { openPortal, type Portal } from '../portal.ts'
import { copyTemplate, seededTemplate } from '../template.ts'

const folder = join(root, '.cache/course-walks')

/** Opens a freshly seeded portal for one package, so that packages do not affect each other. */
export async function openFreshPortal(port: number): Promise<Portal> {
  const dir = join(folder, 'portal')
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  return openPortal({ dir, port, log: join(folder, 'portal.log'), vars: { CALLS_PER_MINUTE: '' } })
}

/** Returns the path of the screenshot of a walk that failed. */
export const toScreenshotPath = (name: string) => join(folder, `${name}.png`)

/** Creates a Swedish browser context in which a member of the cast is signed in; steps time out after 20 seconds. */
export async function signInContext(
  browser: Browser,
  origin: string,
  name: 'superadmin' | 'learner',
): Promise<BrowserContext> {
  const storageState = await loadStorageState(browser, origin, name)
  const context = await browser.newContext({
    baseURL: origin,
    storageState,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(20_000)
  return context
}
