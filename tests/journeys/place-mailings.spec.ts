import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'
import { unfold } from './unfold.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

test('an educator begins with a text of the portal, sends it and finds it on the occasion', async ({ page }) => {
  await signIn(page, 'educator', '/education/manageOccasion/271')
  await unfold(page)
  await page.getByRole('link', { name: 'Utskick', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Utskick till deltagarna' })).toBeVisible()
  await page.getByRole('link', { name: 'Skriv utskick' }).click()

  await page.getByLabel('Börja med en text').selectOption({ label: 'Portalens mejl: Påminnelse om tillfälle' })
  await page.getByRole('button', { name: 'Använd texten' }).click()
  await expect(page.getByLabel('Ämne')).toHaveValue('Snart dags: {{tillfälle}}')
  await page.getByText('Vad markörerna blir').click()
  await expect(page.getByText('Dag och tid då det börjar')).toBeVisible()
  await expect(page.getByRole('article').getByText(/^Snart dags: (?!\{)/)).toBeVisible()
  await inspected(page, 'mailing-start-text')
  await page.getByLabel('Ämne').fill('Packa väskan')
  await page.getByRole('button', { name: 'Skicka', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Skicka', exact: true }).click()
  await expect(page.getByText('Utskicket skickas.')).toBeVisible()

  await page.goto('/education/manageOccasion/271?tab=mailings')
  await page.getByRole('link', { name: 'Packa väskan' }).click()
  await expect(page.getByRole('heading', { name: 'Packa väskan' })).toBeVisible()
  await page.goto('/education/manageOccasion/271?tab=mailings')
  await inspected(page, 'place-mailings')
})

test('the office writes to those who have a part of an education left', async ({ page }) => {
  await signIn(page, 'superadmin', '/education/1/participants')
  await page.getByText('Mejla …').click()
  await page.getByLabel('Har kvar').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Skriv', exact: true }).click()
  await expect(page.getByText('Till personer på en utbildning, inom din egen behörighet')).toBeVisible()
  await expect(page.getByText(/^\d+ mottagare$|^Urvalet har inga mottagare\.$/)).toBeVisible()
})
