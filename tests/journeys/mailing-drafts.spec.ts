import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: ['Mailings/drafts', '409'] })

/** Opens the composer for the view of external participants, and stores a draft with the subject. */
async function writeDraft(page: Page, subject: string): Promise<void> {
  await signIn(page, 'superadmin', '/outbox/mailing')
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'En sparad vy' }) })
  await form.getByLabel('Vy').selectOption({ label: 'Externa deltagare · användare' })
  await form.getByRole('button', { name: /^Skriv/ }).click()
  await expect(page.getByText('Vy: Externa deltagare')).toBeVisible()
  await page.getByLabel('Ämne').fill(subject)
  await page.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(page.getByText('Utkastet är sparat.')).toBeVisible()
  await expect(page).toHaveURL(/draft=/)
}

test('a draft to a saved view is kept, opened again and sent', async ({ page }) => {
  await writeDraft(page, 'Vårhälsning')
  await page.goto('/outbox/mailing')
  await inspected(page, 'mailings-drafts')
  await page.getByRole('link', { name: 'Vårhälsning', exact: true }).click()
  await expect(page.getByLabel('Ämne')).toHaveValue('Vårhälsning')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{förnamn}}!')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Skicka till \d+ person/ })
  await question.getByRole('button', { name: 'Skicka' }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vårhälsning' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Vårhälsning' })).toBeVisible()
})

test('two tabs that change one draft lose nothing: the later chooses its words', async ({ page, context }) => {
  await writeDraft(page, 'Hälsning')
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByLabel('Ämne')).toHaveValue('Hälsning')
  await other.getByLabel('Ämne').fill('Hälsning från kansliet')
  await other.getByRole('textbox', { name: 'Text' }).fill('Skrivet i den andra fliken.')
  await other.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(other.getByText('Utkastet är sparat.')).toBeVisible()
  await other.close()

  await page.getByLabel('Ämne').fill('Höstens hälsning')
  await page.getByRole('button', { name: 'Spara utkast' }).click()
  const conflict = page.getByRole('dialog')
  await expect(conflict.getByText('Hälsning från kansliet')).toBeVisible()
  await inspected(page, 'mailings-draft-conflict')
  await conflict.getByRole('button', { name: 'Spara det valda' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Skrivet i den andra fliken.')
  await expect(page.getByLabel('Ämne')).toHaveValue('Höstens hälsning')
})

test('a mailing has files: in the draft, in the preview, in the list and in the mail', async ({ page }) => {
  await writeDraft(page, 'Kallelse med bilaga')
  const files = page.locator('input[type=file]')
  const pdf = { name: 'Kallelse årsmöte.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Kallelse') }
  await files.setInputFiles({ name: 'sida.html', mimeType: 'text/html', buffer: Buffer.from('<p>') })
  await expect(page.getByText('sida.html')).toBeVisible()
  await files.setInputFiles(pdf)
  const attached = page.getByRole('list', { name: 'Bifogade filer' })
  await expect(attached.first().getByRole('link', { name: pdf.name })).toBeVisible()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{förnamn}}!')
  await expect(page.getByRole('article').getByText(pdf.name)).toBeVisible()
  await page.getByRole('button', { name: 'Spara utkast' }).click()
  await expect(page.getByText('Utkastet är sparat.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').getByText(pdf.name)).toBeVisible()
  await inspected(page, 'mailings-files')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skicka' }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  const sent = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kallelse med bilaga' }) })
  const href = await sent.getByRole('link', { name: pdf.name }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect([answer.status(), await answer.text()]).toEqual([200, '%PDF-1.7 Kallelse'])
})

test('licences that run out are chosen between two days, typed in the Swedish way', async ({ page }) => {
  await signIn(page, 'superadmin', '/outbox/mailing')
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Licenser som går ut' }) })
  for (const [label, name, day] of [
    ['Till och med', 'endsTo', '2030-12-31'],
    ['Från och med', 'endsFrom', '2026-01-31'],
  ] as const) {
    await form.getByLabel(label).click()
    await form.getByLabel(label).fill(day)
    await page.keyboard.press('Escape')
    await expect(form.locator(`input[name=${name}]`)).toHaveValue(day)
  }
  await form.getByRole('button', { name: 'Skriv' }).click()
  await expect(page).toHaveURL(/endsFrom=2026-01-31&endsTo=2030-12-31/)
})

test('a mail to one person is written from their page and is in their history', async ({ page }) => {
  await signIn(page, 'superadmin', '/profile/110')
  await page.getByRole('link', { name: 'Skicka mejl' }).click()
  await expect(page.getByText('1 mottagare')).toBeVisible()
  await page.getByLabel('Ämne').fill('Ditt intyg är klart')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hej {{förnamn}}!')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skicka' }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()
  await expect(async () => {
    await page.goto('/profile/110')
    await expect(page.getByText('Ditt intyg är klart').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
})
