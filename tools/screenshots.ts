import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { cast, password } from '#story/people.ts'
import { chromiumFlags, readyChromium } from './chromium.ts'
import { port, root } from './house.ts'

/** Takes the pictures of README from a running portal: `PORT=8787 node tools/screenshots.ts`. */
const pictures = [{ name: 'dashboard', path: '/' }] as const

const folder = join(root, 'docs/screenshots')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: readyChromium(), args: chromiumFlags })
const page = await browser.newPage({
  viewport: { width: 1280, height: 860 },
  locale: 'sv-SE',
  baseURL: `http://localhost:${port()}`,
})
await page.goto('/login')
await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.learner.userName)
await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
await page.getByRole('button', { name: 'Logga in' }).click()
await page.waitForURL('/')
await page.getByRole('button', { name: 'Acceptera cookies' }).click()
for (const { name, path } of pictures) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 })
}
await browser.close()
