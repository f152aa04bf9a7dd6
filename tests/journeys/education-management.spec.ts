import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

async function addPart(page: Page, title: string, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Nytt delmoment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nytt delmoment' })
  await dialog.getByRole('textbox', { name: 'Namn' }).fill(title)
  await dialog.getByRole('combobox', { name: 'Typ' }).selectOption(type)
  await dialog.getByRole('button', { name: 'Skapa delmomentet' }).click()
  await expect(dialog).toBeHidden()
}

test.describe('from nothing', () => {
  test.use({ expectedErrors: ['POST /Educations', '400'] })

  test('the office creates an education with four parts, orders them and publishes it', async ({ page }) => {
    await signIn(page, 'superadmin', '/createeducation')
    await page.getByRole('button', { name: 'Skapa utbildningen' }).click()
    await expect(page.getByRole('link', { name: /^Namn/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'Namn' }).fill('Startledare')
    await page.getByRole('combobox', { name: 'Grenar' }).pressSequentially('Ral')
    await expect(page.getByRole('option', { name: 'Rally', exact: true })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Ta bort Rally' })).toBeVisible()
    const text = page.getByRole('textbox', { name: 'Beskrivning', exact: true })
    await text.fill('Allt om starten.')
    await text.press('ControlOrMeta+a')
    const toolbar = page.getByRole('toolbar', { name: 'Beskrivning', exact: true })
    await toolbar.getByRole('button', { name: 'Länk', exact: true }).click()
    const address = page.getByRole('dialog', { name: 'Länk' }).getByRole('textbox', { name: 'Adress' })
    await address.fill('https://start.example')
    await address.press('Enter')
    await expect(text.getByRole('link', { name: 'Allt om starten.' })).toBeVisible()
    await expect(page).toHaveURL(/createeducation/)
    await toolbar.getByRole('button', { name: 'Länk', exact: true }).click()
    await expect(text.getByRole('link')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Avgift' }).fill('250,50')
    await inspected(page, 'create-education')
    await page.getByRole('button', { name: 'Skapa utbildningen' }).click()
    await expect(page).toHaveURL(/manageEducationParts/)

    await addPart(page, 'Webbkurs', 'Webbkurs')
    await page.getByRole('dialog', { name: 'Ändra Webbkurs' }).getByRole('button', { name: 'Avbryt' }).click()
    await addPart(page, 'Kursdag', 'Träff')
    await addPart(page, 'Uppgift', 'Inlämningsuppgift')
    await addPart(page, 'Repetition', 'Träff')
    // The new order is still being saved when the prerequisites are saved: they wait for it.
    const arrive = await holdRequests(page, '**/educationParts?*')
    await page.getByRole('button', { name: 'Flytta upp Repetition' }).click()
    const titles = page.getByRole('list').getByRole('heading', { level: 2 })
    await expect(titles).toHaveText(['Webbkurs', 'Kursdag', 'Repetition', 'Uppgift'])

    await page.getByRole('button', { name: /^Kursdag/ }).click()
    const order = page.getByRole('dialog', { name: 'Vad ska vara klart före Kursdag?' })
    await order.getByRole('checkbox', { name: 'Webbkurs' }).check()
    await order.getByRole('button', { name: 'Spara ordningen' }).click()
    const arranged = page.waitForResponse('**/educationParts?*')
    arrive()
    expect((await arranged).status()).toBe(200)
    await expect(page.getByText('Efter Webbkurs').first()).toBeVisible()
    await page.getByRole('button', { name: /^Webbkurs/ }).click()
    const circular = page.getByRole('dialog', { name: 'Vad ska vara klart före Webbkurs?' })
    await expect(circular.getByRole('checkbox', { name: /Kursdag/ })).toBeDisabled()
    await circular.getByRole('button', { name: 'Avbryt' }).click()
    await inspected(page, 'manage-parts')

    await page.getByRole('link', { name: 'Publicering' }).click()
    await expect(page.getByText('En webbkurs saknar kurspaket')).toBeVisible()
    await inspected(page, 'publish')
    await page.getByRole('button', { name: 'Publicera' }).click()
    await expect(page.getByRole('heading', { name: 'Utbildningen är publicerad' })).toBeVisible()
    await page.goto('/educations?text=Startledare')
    await expect(page.getByRole('link', { name: 'Startledare', exact: true })).toBeVisible()
  })
})

test.describe('when two people write', () => {
  test.use({ expectedErrors: ['PUT /Educations', '409'] })

  test('changes of different fields are both saved, and the same field needs a decision', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, 'superadmin')
    const other = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'sv-SE' })).newPage()
    await signIn(other, 'superadmin')
    for (const one of [page, other]) await one.goto('/education/1/manage')
    await page.getByRole('textbox', { name: 'Kod' }).fill('NY-1')
    await page.getByRole('textbox', { name: 'Timmar' }).fill('7')
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByText('Sparat')).toBeVisible()
    await other.getByRole('textbox', { name: 'Lägsta ålder' }).fill('16')
    await other.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(other.getByText('Sparat')).toBeVisible()
    await expect(other.getByRole('textbox', { name: 'Kod' })).toHaveValue('NY-1')

    await page.getByRole('textbox', { name: 'Lägsta ålder' }).fill('18')
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Någon annan har ändrat samma sak' })
    await expect(question.getByText('16')).toBeVisible()
    await expectAccessible(page)
    // A dismissed question is asked again; pressing twice overwrites nobody's text.
    await question.getByRole('button', { name: 'Tillbaka till formuläret' }).click()
    await expect(page.getByRole('textbox', { name: 'Lägsta ålder' })).toHaveValue('18')
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(question).toBeVisible()
    await question.getByRole('radio', { name: /Det som är sparat/ }).check()
    await question.getByRole('button', { name: 'Spara det valda' }).click()
    await expect(page.getByRole('textbox', { name: 'Lägsta ålder' })).toHaveValue('16')
    await other.context().close()
  })
})

test.describe('when two people arrange the parts', () => {
  test.use({ expectedErrors: ['PUT /Educations', '409'] })

  test('the later person gets a version conflict, sees both orders, and loses nothing', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, 'superadmin')
    const other = await (await browser.newContext({ baseURL: baseURL ?? '', locale: 'sv-SE' })).newPage()
    await signIn(other, 'superadmin')
    for (const one of [page, other]) await one.goto('/education/4/manageEducationParts')
    const titles = (one: Page) => one.getByRole('listitem').getByRole('heading', { level: 2 })
    const before = await titles(page).allTextContents()
    expect(before.length).toBeGreaterThan(2)
    const [first = '', second = '', third = ''] = before

    await other.getByRole('button', { name: `Flytta ner ${first}` }).click()
    await expect(titles(other).first()).toHaveText(second)
    await page.getByRole('button', { name: `Flytta upp ${third}` }).click()
    const question = page.getByRole('dialog', { name: 'Någon annan har ändrat samma sak' })
    await expect(question).toContainText(`1. ${second}, 2. ${first}`)
    await expect(question).toContainText(`1. ${first}, 2. ${third}`)
    await expectAccessible(page)
    await shoot(page, 'parts-conflict')
    await question.getByRole('button', { name: 'Tillbaka till formuläret' }).click()
    await expect(page.getByText('Din ordning är inte sparad')).toBeVisible()
    await expect(titles(page).nth(1)).toHaveText(third)
    await page.getByRole('button', { name: 'Spara min ordning' }).click()
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' && response.url().includes('/educationParts') && response.ok(),
    )
    await question.getByRole('button', { name: 'Spara det valda' }).click()
    await expect(question).toBeHidden()
    await saved
    await page.reload()
    await expect(titles(page).nth(1)).toHaveText(third)

    // Changes that do not conflict are saved without a question.
    await page.getByRole('button', { name: new RegExp(`^${third}`) }).click()
    const links = page.getByRole('dialog', { name: `Vad ska vara klart före ${third}?` })
    const box = links.getByRole('checkbox', { name: first })
    const wasChecked = await box.isChecked()
    await box.setChecked(!wasChecked)
    await other.getByRole('button', { name: `Flytta upp ${first}` }).click()
    await expect(other.getByRole('dialog', { name: 'Någon annan har ändrat samma sak' })).toBeVisible()
    await other.getByRole('radio', { name: /Det som är sparat/ }).check()
    await other.getByRole('button', { name: 'Spara det valda' }).click()
    await expect(titles(other).nth(1)).toHaveText(third)
    await links.getByRole('button', { name: 'Spara ordningen' }).click()
    await expect(links).toBeHidden()
    await other.context().close()
  })
})

test.describe('unsaved input', () => {
  test.use({ expectedErrors: ['PUT /Educations', 'net::ERR_FAILED'] })

  test('is preserved when the connection fails, which is shown in view, with a warning before leaving', async ({
    page,
  }) => {
    await signIn(page, 'superadmin', '/education/1/manage')
    await page.getByRole('textbox', { name: 'Namn' }).fill('Inte sparat')
    await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
    await page.route('**/api/Educations', (route) => route.abort(), { times: 1 })
    await page.getByRole('checkbox', { name: 'Arkiverad' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Fel' })).toBeInViewport()
    const dialogEvent = page.waitForEvent('dialog')
    void page
      .getByRole('link', { name: 'Publicering' })
      .click()
      .catch(() => undefined)
    const dialog = await dialogEvent
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(page.getByRole('textbox', { name: 'Namn' })).toHaveValue('Inte sparat')
  })
})

test('a search in a field with a value offers the results, without the earlier value @once', async ({ page }) => {
  await signIn(page, 'superadmin', '/education/1/manage')
  const organizer = page.locator('#field-organizerOrganizationId')
  await expect(organizer).toHaveValue('Nordiska Bilsportförbundet')
  await organizer.fill('almvik')
  await expect(page.getByRole('option')).toHaveText(['Almvik Karting', 'Almvik Motorklubb', 'Almvik Rallyklubb'])
  await organizer.press('ArrowDown')
  await organizer.press('Enter')
  await expect(organizer).toHaveValue('Almvik Karting')
  await organizer.fill('nowhere at all')
  await expect(page.getByText('Inga träffar').first()).toBeVisible()
  await organizer.press('Tab')
  await expect(organizer).toHaveValue('Almvik Karting')
})

test('an educator manages their own educations and no others', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/education/1/manage')
  await expect(page.getByRole('textbox', { name: 'Namn' })).toHaveValue('Funktionär grund')
  await page.goto('/educations?category=2')
  const foreign = await page.locator('main a[href^="/education/"]').first().getAttribute('href')
  for (const screen of ['manage', 'manageEducationParts', 'publish']) {
    await page.goto(`${foreign}/${screen}`)
    await expect(page.getByRole('heading', { name: 'Du har inte behörighet till sidan' })).toBeVisible()
  }
  await page.goto('/createeducation')
  await expect(page).toHaveURL('/')
})

test('a package is uploaded before its part is saved, and a refusal is shown after the form was closed @once', async ({
  page,
}) => {
  await signIn(page, 'superadmin', '/education/1/manageEducationParts')
  const send = await holdRequests(page, /\/api\/Packages\/uploads\/[\w-]+\/parts\/\d+$/)
  const close = await holdRequests(page, /\/api\/Packages\/\d+$/)
  await page.getByRole('button', { name: /^Ändra Webbkurs/ }).click()
  const form = page.getByRole('dialog', { name: /^Ändra Webbkurs/ })
  const buffer = Buffer.from('%PDF-1.7 '.repeat(100))
  await form.getByLabel('Kurspaket').setInputFiles({ name: 'kurs.zip', mimeType: 'application/zip', buffer })
  const save = form.getByRole('button', { name: 'Spara delmomentet' })
  await expect(save).toHaveAttribute('aria-busy', 'true')
  send()
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await save.click()
  await expect(form).toBeHidden()
  close()
  await expect(page.getByText(/^kurs\.zip: Filen är inte ett zip-paket/)).toBeVisible({ timeout: 30_000 })
})
