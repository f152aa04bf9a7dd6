import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.describe('the data controller', () => {
  test.use({ expectedErrors: ['PUT /Organization/:id', '400'] })

  test('is entered by the office, and everybody reads it on the page about personal data', async ({ page }) => {
    await signIn(page, 'superadmin', '/config?tab=organizations')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, 'organizations')
    await page.getByRole('button', { name: 'Ändra Nordiska Bilsportförbundet' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Huvudorganisationen är personuppgiftsansvarig.')).toBeVisible()
    await dialog.getByLabel('Organisationsnummer').fill('802400-0001')
    await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(dialog.getByText('Kontrollera siffrorna.').first()).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'organizations-dialog')
    await dialog.getByLabel('Organisationsnummer').fill('802400-0005')
    await dialog.getByLabel('Gatuadress eller box').fill('Rallyvägen 9')
    await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.goto('/gdpr')
    const controller = page.locator('address')
    await expect(controller).toContainText('Rallyvägen 9')
    await expect(controller).toContainText('802400-0005')
    await expect(controller.getByRole('link', { name: 'nordiskbilsport.example' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('a club is added, moved with its branch, deactivated and deleted', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=organizations')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  const save = async (verb: string) => {
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('link', { name: 'Dalarnas södra bilsportdistrikt' }).click()
  await page.getByRole('button', { name: 'Ny organisation' }).click()
  await expect(dialog.getByLabel('Typ')).toHaveValue('2')
  await expect(dialog.getByRole('combobox', { name: 'Hör till' })).toHaveValue('Dalarnas södra bilsportdistrikt')
  await dialog.getByRole('textbox', { name: /^Namn/ }).fill('Nybyns Motorklubb')
  await dialog.getByLabel('E-post för fakturor').fill('kassor@nybyn.example')
  await save('Lägg till')
  await expect(row('Nybyns Motorklubb')).toBeVisible()

  await page.getByRole('button', { name: 'Ändra Nybyns Motorklubb' }).click()
  const parent = dialog.getByRole('combobox', { name: 'Hör till' })
  await parent.fill('')
  await parent.pressSequentially('Öarnas')
  await page.getByRole('option', { name: 'Öarnas bilsportdistrikt' }).click()
  await dialog.getByRole('checkbox', { name: 'Används' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Kan faktureras' }).check()
  await save('Spara')
  await expect(row('Nybyns Motorklubb')).toHaveCount(0)

  await page.getByLabel('Sök organisation').fill('Nybyns')
  await page.getByRole('button', { name: 'Sök', exact: true }).click()
  await expect(row('Nybyns Motorklubb').getByText('Används inte')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ta bort Nybyns Motorklubb' }).click()
  await dialog.getByRole('button', { name: 'Ta bort organisationen' }).click()
  await expect(page.getByText('Ingen organisation matchar sökningen')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
