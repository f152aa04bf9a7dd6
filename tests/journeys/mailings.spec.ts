import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: ['Mailings', '400'] })

test('a superadministrator writes to holders whose licence ends, schedules it and cancels it', async ({ page }) => {
  await signIn(page, 'superadmin', '/outbox/mailing')
  await expect(page.getByRole('heading', { name: 'Utskick', level: 1 })).toBeVisible()
  await inspected(page, 'mailings-new')
  await page.getByLabel('Till och med').fill('2199-01-01')
  // The open calendar may lie over what is below the field.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Skriv', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Skriv utskick', level: 1 })).toBeVisible()
  await expect(page.getByText(/^\d+ mottagare$/)).toBeVisible()
  await page.getByLabel('Ämne').fill('Din licens går ut')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej ')
  await page.getByRole('button', { name: 'Förnamn' }).click()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Hej {{förnamn}}')
  await expect(page.getByRole('article').getByText(/^Hej (?!\{)/)).toBeVisible()
  await inspected(page, 'mailings-compose')

  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{okänd}}')
  await page.getByRole('button', { name: 'Skicka prov till mig' }).click()
  await expect(page.getByText('Text: En markör är okänd').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Hej {{okänd}}')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{förnamn}}, {{licens}} går ut {{slutdatum}}.')

  await page.getByText('Vid en tid').click()
  const time = page.getByLabel('Tid', { exact: false }).last()
  await time.fill(`${new Date().getFullYear()}-12-31 09:00`)
  await time.press('Escape')
  await page.getByRole('button', { name: 'Schemalägg' }).click()
  const question = page.getByRole('dialog', { name: /^Schemalägg till \d+ person/ })
  await question.getByRole('button', { name: 'Schemalägg' }).click()
  await expect(page.getByText('Utskicket är schemalagt.')).toBeVisible()
  const mailing = page.getByRole('listitem').filter({ hasText: 'Din licens går ut' })
  await expect(mailing.getByText('Schemalagt', { exact: true })).toBeVisible()
  await inspected(page, 'mailings-list')

  await mailing.getByRole('button', { name: 'Avbryt utskicket' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Avbryt utskicket' }).click()
  await expect(mailing.getByText('Avbrutet', { exact: true })).toBeVisible()
})

test('an educator writes to the participants from the occasion, and has no other selections', async ({ page }) => {
  await signIn(page, 'educator', '/outbox/mailing')
  await expect(page.getByRole('button', { name: 'Skriv' })).toHaveCount(0)
  await page.goto('/outbox/mailing?kind=clubAdministrators')
  await expect(page.getByRole('heading', { name: 'Skriv utskick' })).toHaveCount(0)
})
