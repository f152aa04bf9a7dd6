import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

const desk = '/inlamningsuppgifter'
const comment = (page: Page) => page.getByRole('textbox', { name: 'Kommentar till deltagaren' })
const heading = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })
const list = (page: Page) => page.getByRole('list', { name: 'Inlämningar' })

/** Opens the first submission that waits, and returns the name of its learner. */
async function openFirst(page: Page): Promise<string> {
  await page.goto(desk)
  await list(page).getByRole('link').first().click()
  await expect(heading(page)).toBeFocused()
  return (await heading(page).textContent()) ?? ''
}

/** Returns the parameter of the URL by which the link opens its submission. */
const submissionOf = async (link: Locator) => /submission=\d+/.exec((await link.getAttribute('href')) ?? '')?.[0] ?? ''

test.describe('the desk', { tag: '@once' }, () => {
  test('has paper and buttons in view at once, and its views and filters fold', async ({ page }) => {
    await signIn(page, 'superadmin')
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await openFirst(page)
    const paper = await page.locator('article').locator('iframe, img:not([alt=""])').boundingBox()
    expect(paper?.y).toBeLessThan(400)
    expect(Math.min(900, (paper?.y ?? 0) + (paper?.height ?? 0)) - (paper?.y ?? 900)).toBeGreaterThan(450)
    const buttons = ['Godkänn', 'Begär komplettering', 'Underkänn'].map((name) =>
      page.getByRole('article').getByRole('button', { name, exact: true }),
    )
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
    const [approve, field] = [await buttons[0]?.boundingBox(), await comment(page).boundingBox()]
    expect(approve?.y).toBeLessThan(field?.y ?? 0)
    const filters = page.getByRole('navigation', { name: 'Vad som visas' })
    await expect(filters).toBeHidden()
    await page.getByText('Vyer och filter').click()
    await expect(filters).toBeVisible()
    await page.getByText('Vyer och filter').click()
    const instructions = page.getByText('Uppgiftens instruktion')
    const isRead = page.waitForResponse(/\/api\/EducationParts\/\d+$/)
    await instructions.click()
    expect((await isRead).status()).toBe(200)
    await inspected(page, 'submissions-desk-open')
  })

  test('holds a decision that is undone with its comment, and sends one after eight seconds', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/UpdateStatus/')) sent.push(request.url())
    })
    await signIn(page, 'superadmin')
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    const name = await openFirst(page)
    const url = page.url()
    await comment(page).fill('Se över rubrikerna.')
    await page.getByRole('button', { name: 'Begär komplettering' }).click()
    await expect(page.getByText(`${name}: komplettering begärd.`).first()).toBeVisible()
    await expect(page).not.toHaveURL(url)
    await expect(list(page).getByRole('listitem').first()).toContainText('Komplettering begärd')
    await page.getByRole('button', { name: 'Ångra' }).click()
    await expect(page).toHaveURL(url)
    await expect(comment(page)).toHaveValue('Se över rubrikerna.')
    await comment(page).fill('')

    await page.getByRole('article').getByRole('button', { name: 'Godkänn', exact: true }).click()
    await expect(page).not.toHaveURL(url)
    await page.keyboard.press('Alt+KeyZ')
    await expect(page).toHaveURL(url)
    expect(sent).toEqual([])

    const answer = page.waitForResponse('**/UpdateStatus/**', { timeout: 30_000 })
    await page.keyboard.press('Alt+KeyG')
    await expect(page.getByText(`${name}: godkänd.`).first()).toBeVisible()
    const next = page.url()
    expect((await answer).status()).toBe(200)
    await expect(list(page).getByText(name, { exact: true })).toHaveCount(0)
    await expect(page).toHaveURL(next)
  })

  test('shows a picture as a whole, and describes one that cannot be shown', async ({ page }) => {
    await signIn(page, 'superadmin', `${desk}?view=all`)
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    const picture = page.getByRole('article').getByRole('img', { name: /^banskiss\.png, inlämnad av / })
    const links = list(page).getByRole('link')
    for (let row = 0; (await picture.count()) === 0; row += 1) {
      await links.nth(row).click()
      await expect(page).toHaveURL(new RegExp(await submissionOf(links.nth(row))))
      await expect(page.getByRole('article').getByRole('link', { name: 'Öppna i ny flik' })).toBeVisible()
    }
    await expect(picture).toBeInViewport({ ratio: 0.9 })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await picture.evaluate((image) => getComputedStyle(image).objectFit)).toBe('contain')
    await page.route('**/banskiss.png?*', (route) => route.fulfill({ contentType: 'image/png', body: 'cut off' }))
    await page.reload()
    await comment(page).click()
    await expect(page.getByText('Det här formatet visas inte i webbläsaren')).toBeVisible()
    await expect(page.getByRole('article').getByRole('link', { name: 'Ladda ner' })).toBeVisible()
  })

  test('loses no decision when the page is left at once', async ({ page }) => {
    await signIn(page, 'superadmin')
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    const name = await openFirst(page)
    await page.keyboard.press('Alt+KeyG')
    await expect(page.getByText(`${name}: godkänd.`).first()).toBeVisible()
    await page.goto('/calendar')
    await page.goto(`${desk}?view=decided&text=${encodeURIComponent(name)}`)
    await expect(list(page).getByText('Godkänd').first()).toBeVisible({ timeout: 20_000 })
  })

  test('is walked with keys, from the open submission', async ({ page }) => {
    await signIn(page, 'superadmin', desk)
    const rows = list(page).getByRole('listitem')
    await expect(rows).not.toHaveCount(0)
    await page.keyboard.press('j')
    await expect(rows.first().getByRole('link')).toBeFocused()
    await page.keyboard.press('x')
    await expect(rows.first().getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('x')
    await rows.first().getByRole('link').press('Enter')
    await expect(heading(page)).toBeFocused()
    await page.keyboard.press('j')
    await expect(rows.nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('k')
    await expect(rows.first().getByRole('link')).toBeFocused()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Kortkommandon' })
    await expect(sheet).toContainText('Markera raden')
    await expect(sheet).toContainText('Alt+G')
  })
})
