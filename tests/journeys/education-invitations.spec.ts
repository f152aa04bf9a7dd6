import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

/**
 * Creates an occasion of the first part as the educator, and opens the dialog for adding people with a list to check.
 */
async function addToNewOccasion(page: Page, day: string, userName: string) {
  await signIn(page, 'educator', '/education/manageOccasion/new?educationPartId=1')
  const when = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true })
    await field.fill(text)
    await field.press('Tab')
    await page.keyboard.press('Escape')
  }
  await when('Börjar', `${day} 09:00`)
  await when('Slutar', `${day} 16:00`)
  await page.getByRole('combobox', { name: 'Ort' }).fill('Arvika')
  await page.getByRole('button', { name: 'Skapa tillfället' }).click()
  await expect(page).toHaveURL(/manageOccasion\/\d+$/)
  await page.getByRole('button', { name: 'Lägg till' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till deltagare' })
  await dialog.getByRole('textbox', { name: 'Eller klistra in en lista' }).fill(userName)
  await dialog.getByRole('button', { name: 'Granska listan' }).click()
  return dialog
}

const sentBy = (page: Page) => page.getByRole('region', { name: 'Dina inbjudningar till utbildningen' })

test('a person outside an educator’s scope is invited, and joins from their profile', async ({ page }) => {
  const dialog = await addToNewOccasion(page, '2027-05-08', 'orgadmin')
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

test.describe('the invitations that an educator has sent', () => {
  test.use({ expectedErrors: ['GET /Educations/:id/invitations'] })

  test('are listed below the participants, and withdrawn after a confirmation', async ({ page }) => {
    const dialog = await addToNewOccasion(page, '2027-05-15', 'administrator')
    const sent = sentBy(page)
    await expect(sent.getByText('Inga inbjudningar väntar på svar.')).toBeAttached()
    await dialog.getByRole('button', { name: 'Bjud in 1 person till utbildningen' }).click()
    await expect(page.getByText('1 person är inbjuden.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Avbryt' }).click()
    const withdraw = sent.getByRole('button', { name: /^Ta tillbaka inbjudan till \S/ })
    await expect(withdraw).toBeVisible()
    await expect(sent.getByText(/^Inbjuden .+, kan svara till och med /)).toBeVisible()
    await inspected(page, 'sent-invitations')

    await page.route('**/api/Educations/*/invitations', (route) => route.fulfill({ status: 500, json: {} }), {
      times: 1,
    })
    await page.reload()
    await expect(sent.getByRole('alert')).toContainText('Inbjudningarna kunde inte hämtas')
    await sent.getByRole('button', { name: 'Hämta igen' }).click()
    await withdraw.click()
    const question = page.getByRole('dialog', { name: /^Ta tillbaka inbjudan till .+\?$/ })
    await question.getByRole('button', { name: 'Ta tillbaka', exact: true }).click()
    await expect(page.getByText(/^Inbjudan till .+ är återtagen\.$/)).toBeVisible()
    await expect(sent.getByText('Inga inbjudningar väntar på svar.')).toBeVisible()
    await expect(question).toBeHidden()

    await signIn(page, 'administrator', '/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Inbjudningar' })).toBeHidden()
  })
})
