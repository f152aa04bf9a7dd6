import type { Page } from '@playwright/test'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { callAs } from './call-as.ts'
import { expect, test } from './fixtures.ts'
import { holdOccasion } from './hold-occasion.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

async function setTimes(page: Page): Promise<void> {
  const fill = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue(text)
  }
  await fill('Börjar', '2027-05-08 09:00')
  // The end follows the start, and would be added to what is typed before it has.
  await expect(page.getByRole('textbox', { name: 'Slutar', exact: true })).not.toHaveValue('')
  await fill('Slutar', '2027-05-08 10:00')
}

test('an educator lets the portal create a Zoom meeting, reads why it failed, and marks who was in it @once', async ({
  page,
  meetingOrigin,
}) => {
  const change = (changes: object) => page.request.post(`${meetingOrigin}/state`, { data: changes })
  await change({ plan: [{ request: 'POST /v2/users', outcome: 'refused' }] })
  await signIn(page, 'educator', '/education/manageOccasion/new?educationPartId=1')
  await setTimes(page)
  await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
  await page.getByRole('combobox', { name: 'Möte på nätet' }).selectOption('Skapa ett möte i Zoom')
  await expect(page.getByRole('textbox', { name: 'Länk till mötet' })).toHaveCount(0)
  await inspected(page, 'meeting-chosen')
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)

  await expect(page.getByText('Mötet i Zoom är inte skapat')).toBeVisible()
  await expect(page.getByText('Zoom svarade: Validation failed.', { exact: false })).toBeVisible()
  await inspected(page, 'meeting-failed')
  await page.getByRole('button', { name: 'Försök igen' }).click()
  await expect(page.getByRole('link', { name: 'Öppna mötet' })).toHaveAttribute('href', /^https:\/\/zoom\.example\/j\//)

  await page.getByRole('button', { name: 'Lägg till' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till deltagare' })
  await dialog.getByRole('textbox', { name: 'Eller klistra in en lista' }).fill('guardian')
  await dialog.getByRole('button', { name: 'Granska listan' }).click()
  await dialog.getByRole('button', { name: 'Lägg till 1 person' }).click()
  await expect(page.getByRole('heading', { name: /Helena Ström/ })).toBeVisible()

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const [helena]: Participant[] = await callAs(page, 'get', `/EducationPartOccasions/${id}/participants`)
  const start = await holdOccasion(page, id, -30)
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString()
  const present = (name: string, email: string) => ({ name, email, from: at(2), to: at(70) })
  await change({ presences: [present('Helena', helena?.email ?? ''), present('Lånad padda', '')] })
  await page.goto(`/education/manageOccasion/${id}`)
  await page.getByRole('button', { name: 'Hämta närvaro' }).click()
  await expect(page.getByText('Deltog 58 min av 60')).toBeVisible()
  await expect(page.getByText('Lånad padda, 58 min')).toBeVisible()
  const attended = page.getByRole('button', { name: 'Deltog Helena Ström' })
  await expect(attended).toHaveAttribute('aria-pressed', 'false')
  await inspected(page, 'meeting-attendance')
  await page.getByRole('button', { name: 'Markera 1 som deltog' }).click()
  await expect(attended).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect(attended).toHaveAttribute('aria-pressed', 'false')
})
