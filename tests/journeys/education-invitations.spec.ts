import { expectAccessible, shoot } from './inspect.ts'
import { signIn } from './people.ts'
import { expect, test } from './stage.ts'

test('somebody whom an educator does not reach is invited, and joins from the own profile', async ({ page }) => {
  test.slow()
  await signIn(page, 'educator', '/education/manageOccasion/new?educationPartId=1')
  const when = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.keyboard.press('Escape')
  }
  await when('Börjar', '2027-05-08 09:00')
  await when('Slutar', '2027-05-08 16:00')
  await page.getByRole('textbox', { name: 'Ort' }).fill('Arvika')
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  await page.getByRole('button', { name: 'Lägg till' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till deltagare' })
  await dialog.getByRole('textbox', { name: 'Eller klistra in en lista' }).fill('orgadmin')
  await dialog.getByRole('button', { name: 'Granska listan' }).click()
  await expect(dialog.getByText('Personen är inte deltagare hos dig.')).toBeVisible()
  await expect(dialog.getByText('Jonas Kvist')).toBeHidden()
  await expectAccessible(page)
  await shoot(page, 'invite')
  await dialog.getByRole('button', { name: 'Bjud in 1 person till utbildningen' }).click()
  await expect(page.getByText('1 person är inbjuden.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Avbryt' }).click()

  await signIn(page, 'orgadmin', '/profile')
  await expect(page.getByRole('heading', { name: 'Inbjudningar' })).toBeVisible()
  await expect(page.getByText(/Leila Nordin bjuder in/)).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'invitation')
  await page.getByRole('button', { name: /^Tacka ja till/ }).click()
  await expect(page.getByText('Inga inbjudningar väntar på svar.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Inbjudningar' })).toBeHidden()
})
