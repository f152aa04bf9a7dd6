import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// The browser logs refused calls and calls without a connection.
test.use({ expectedErrors: ['Kontrollera uppgifterna', 'Failed to fetch'] })

/** Signs in and answers the cookie banner, which would cover the buttons of a phone. */
async function enter(page: Page, name: 'educator' | 'junior' | 'guardian' | 'superadmin'): Promise<void> {
  await signIn(page, name)
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
}

/** Today's exam; its examiner is the educator of the cast. */
const today = '/education/managePracticalDriverExam/1'
const tally = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).locator('dd')

/** Passes every item except the failed ones, and types the name in place of a signature. */
async function judge(page: Page, { failed = [] as string[], outcome }: { failed?: string[]; outcome: string }) {
  const items = page.getByRole('group').filter({ has: page.getByRole('radio', { name: 'Inte godkänd' }) })
  for (const group of await eachOf(items, 8)) {
    const text = (await group.locator('legend').textContent()) ?? ''
    const isFailed = failed.some((part) => text.includes(part))
    const answer = isFailed ? 'Inte godkänd' : 'Godkänd'
    // The input is hidden behind its label: a person presses the label.
    await group
      .locator('label')
      .filter({ hasText: new RegExp(`^${answer}$`) })
      .click()
    await expect(group.getByRole('radio', { name: answer, exact: true })).toBeChecked()
    if (isFailed) await group.getByRole('textbox').fill('Körde vidare på gul flagga')
  }
  await page
    .getByRole('group', { name: /^Resultat/ })
    .getByRole('radio', { name: outcome })
    .check()
}

test('a minor signs up, the guardian is notified, and the examiner passes no minor without one', async ({
  page,
  browser,
}) => {
  await test.step('the driver signs up with the registered guardian', async () => {
    await enter(page, 'junior')
    await page.goto('/education/34')
    await page
      .getByRole('group', { name: /i Örebro$/ })
      .first()
      .getByRole('button', { name: 'Anmäl dig' })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('combobox', { name: /Vårdnadshavare/ })).toHaveValue(/\d/)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Anmäl', exact: false }).last().click()
    const booked = page.getByRole('region', { name: 'Bokat förarprov' })
    await expect(booked.getByText('Vårdnadshavare: Helena Ström')).toBeVisible()
    await inspected(page, 'exam-booked')
  })

  await test.step('the guardian sees the place, and the child’s sign-up', async () => {
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'sv-SE' })
    const other = await context.newPage()
    await enter(other, 'guardian')
    await other.goto('/profile?tab=bookings')
    await expect(other.getByText('Du följer med Milo Ström')).toBeVisible()
    await other.locator('#exams').getByRole('button', { name: 'Avanmäl' }).click()
    const question = other.getByRole('dialog', { name: /^Avanmäl från/ })
    await expect(question).toContainText('Du kan avanmäla Milo Ström till och med')
    await question.getByRole('button', { name: 'Behåll platsen' }).click()
    await inspected(other, 'exam-guardian')
    await context.close()
  })

  await test.step('the examiner finds the driver without a guardian and names one', async () => {
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'sv-SE' })
    const other = await context.newPage()
    await enter(other, 'educator')
    await other.goto('/myeducations?view=exams')
    await inspected(other, 'exam-list')
    await other.goto(today)
    const alone = other.getByRole('listitem').filter({ hasText: 'Vårdnadshavare saknas' })
    await expect(alone.getByRole('button', { name: /^Bedöm/ })).toHaveCount(0)
    const name = (await alone.getByRole('heading').textContent()) ?? ''
    await alone.getByRole('button', { name: /^Välj vårdnadshavare/ }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Sök efter en annan vuxen' }).fill('Helena Ström')
    await dialog.getByRole('button', { name: 'Sök' }).click()
    await dialog.getByRole('radio', { name: /Helena Ström/ }).check()
    await expectAccessible(other)
    await dialog.getByRole('button', { name: 'Välj Helena Ström' }).click()
    const driver = other.getByRole('listitem').filter({ has: other.getByRole('heading', { name, exact: true }) })
    await expect(driver.getByText('Vårdnadshavare: Helena Ström')).toBeVisible()
    await expect(other.getByText('Vårdnadshavare saknas')).toHaveCount(0)
    await context.close()
  })
})

test('the office copies an exam, and deletes it', async ({ page }) => {
  await enter(page, 'superadmin')
  await page.goto(`${today.replace('/1', '/new')}?from=1`)
  await page.getByRole('button', { name: 'Skapa provet' }).click()
  await expect(page.getByRole('alert')).toContainText('Börjar')
  const when = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.keyboard.press('Escape')
  }
  await when('Börjar', '2027-05-08 09:00')
  await when('Slutar', '2027-05-08 15:00')
  await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
  await inspected(page, 'exam-form')
  await page.getByRole('button', { name: 'Skapa provet' }).click()
  await expect(page).toHaveURL(/managePracticalDriverExam\/\d+$/)
  await expect(page.getByText('Ingen är anmäld ännu')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ta bort' })).toHaveAttribute('data-tone', 'quiet')
  await page.getByRole('button', { name: 'Ta bort' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort' }).click()
  await expect(page).toHaveURL(/myeducations\?view=exams/)
})

test.describe('on a phone at the track', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('protocols are written offline, stored, and sent once when the connection is back', { tag: '@once' }, async ({
    page,
    context,
  }) => {
    await enter(page, 'educator')
    const sent = new Map<string, number[]>()
    page.on('request', (request) => {
      if (request.method() !== 'PUT' || !request.url().includes('/results')) return
      const key = request.headers()['idempotency-key'] ?? ''
      const body = JSON.parse(request.postData() ?? '[]') as { resultId: number }[]
      sent.set(
        key,
        body.map(({ resultId }) => resultId),
      )
    })
    await page.goto(today)
    await expect(tally(page, 'Kvar')).not.toHaveText('0')
    const [passedBefore, failedBefore] = [
      Number(await tally(page, 'Godkända').textContent()),
      Number(await tally(page, 'Underkända').textContent()),
    ]
    const drivers = page.getByRole('list', { name: 'Förare' }).getByRole('listitem')
    await expect(drivers).not.toHaveCount(0)
    await expect(drivers.first().getByRole('heading')).toBeInViewport({ ratio: 1 })
    await inspected(page, 'exam-drivers')

    await page
      .getByRole('button', { name: /^Bedöm/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Förare', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: /^Skriv under/ }).click()
    await expect(page.getByRole('alert')).toContainText('Bedöm')
    await inspected(page, 'exam-protocol')

    const copies = () => page.evaluate(async () => (await (await caches.open('page-copies')).keys()).length)
    await expect.poll(copies, { timeout: 30_000 }).toBe(1)
    await context.setOffline(true)
    await judge(page, { outcome: 'Godkänd' })
    const pad = page.getByRole('img', { name: 'Ingen underskrift ännu' })
    await pad.scrollIntoViewIfNeeded()
    const box = await pad.boundingBox()
    if (!box) throw new Error('there is no place to sign')
    await page.mouse.move(box.x + 40, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + 120, box.y + 30, { steps: 5 })
    await page.mouse.move(box.x + 200, box.y + 70, { steps: 5 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Skriv under: godkänd' }).click()
    await expect(page.getByText('Skickas senare')).toHaveCount(1)

    await page
      .getByRole('button', { name: /^Bedöm/ })
      .first()
      .click()
    await judge(page, { failed: ['gul och röd flagga'], outcome: 'Underkänd' })
    await page.getByRole('button', { name: 'Skriv namnet i stället' }).click()
    await page.getByRole('textbox', { name: 'Underskrift' }).fill('Leila Nordin')
    await page.getByRole('button', { name: 'Skriv under: underkänd' }).click()
    await expect(page.getByText('2 protokoll väntar på nätet')).toBeVisible()
    await expect(tally(page, 'Godkända')).toHaveText(String(passedBefore + 1))
    // A phone discards pages: reopened, the list is a saved copy with the queued changes applied.
    await page.goto(today)
    await expect(page.getByText(/^Sparad lista från/)).toBeVisible()
    await expect(page.getByText('2 protokoll väntar på nätet')).toBeVisible()
    await inspected(page, 'exam-copy')

    await context.setOffline(false)
    await page.reload()
    // Queued changes are applied to the list too, so only the requests show that they have been sent.
    await expect.poll(() => [...sent.values()].flat().length, { timeout: 20_000 }).toBe(2)
    await expect(page.getByText('Skickas senare')).toHaveCount(0)
    await page.reload()
    await expect(tally(page, 'Godkända')).toHaveText(String(passedBefore + 1))
    await expect(tally(page, 'Underkända')).toHaveText(String(failedBefore + 1))
    const all = [...sent.values()].flat()
    expect(all).toHaveLength(2)
    expect(new Set(all).size).toBe(2)

    await test.step('a protocol signed by mistake is corrected and signed again', async () => {
      const failed = page.getByRole('listitem').filter({ hasText: 'Underkänd' }).first()
      const of = (await failed.getByRole('heading').textContent()) ?? ''
      await failed.getByRole('button', { name: `Mer om ${of}` }).click()
      await page.getByRole('menuitem', { name: 'Rätta protokollet' }).click()
      await expect(page.getByText('Du rättar ett protokoll')).toBeVisible()
      await inspected(page, 'exam-correcting')
      await judge(page, { outcome: 'Godkänd' })
      await page.getByRole('button', { name: 'Skriv namnet i stället' }).click()
      await page.getByRole('textbox', { name: 'Underskrift' }).fill('Leila Nordin')
      await page.getByRole('button', { name: 'Skriv under: godkänd' }).click()
      await expect(tally(page, 'Underkända')).toHaveText(String(failedBefore))
    })

    await test.step('a protocol on paper passes a driver too', async () => {
      const left = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: /^Bedöm/ }) })
        .first()
      const of = (await left.getByRole('heading').textContent()) ?? ''
      await left.getByRole('button', { name: `Mer om ${of}` }).click()
      await page.getByRole('menuitem', { name: 'Godkänn utan protokoll' }).click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Godkänn utan protokoll' }).click()
      await expect(page.getByText(`${of} är godkänd.`)).toBeVisible()
      await expect(tally(page, 'Godkända')).toHaveText(String(passedBefore + 3))
    })
  })
})
