import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// A text with an unknown placeholder is refused.
test.use({ expectedErrors: ['PUT /Mails/templates'] })

test('a person chooses the topics of mails, and the office sees who got which', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/profile?tab=account')
  const comments = page.getByRole('switch', { name: 'Kommentarer' })
  await comments.uncheck()
  await expect(page.getByText('Inga fler mejl om: Kommentarer.')).toBeVisible()
  await page.goto('/profile?tab=account')
  await expect(comments).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Mina inlämningar' })).toBeChecked()

  await page.goto('/outbox')
  await page.getByRole('combobox', { name: 'Läge' }).selectOption('Kunde inte skickas')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page.getByText('Ett mejl', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('rowheader').getByRole('button').first().click()
  await expect(page.getByText('mailbox unavailable')).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'mail-beside-the-list')
  await page.keyboard.press('Escape')
  await expect(page.getByText('mailbox unavailable')).toBeHidden()
  await page.getByRole('searchbox', { name: 'Mottagare' }).fill('ingen alls')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page.getByText('Inget matchar sökningen')).toBeVisible()
  await page.getByRole('link', { name: 'Notiser', exact: true }).click()
  await expect(page.getByText(/\d+ notiser/)).toBeVisible()

  await page.getByRole('link', { name: 'Mallar', exact: true }).click()
  const template = page.getByRole('main').locator('details').filter({ hasText: 'Licens går snart ut' })
  await template.locator('summary').click()
  await expect(template.getByRole('article')).toHaveCount(2)
  await expect(template.getByRole('article').last()).toContainText('Anna')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `mail-templates-${colorScheme}`)
  }

  await template
    .getByRole('link', { name: /^Ändra/ })
    .first()
    .click()
  const subject = page.getByRole('textbox', { name: 'Ämne' })
  await expect(async () => {
    await subject.fill('Snart dags, {{nmae}}')
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(page.getByText('Platshållaren {{nmae}} finns inte för det här mejlet.').first()).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  // A control that has scrolled below the header is too small a touch target.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await shoot(page, 'mail-template-refused')
  await subject.fill('Snart dags, {{name}}')
  await expect(page.getByRole('article').getByText('Snart dags, Anna', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(page.getByText('Texten är sparad.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Återställ originalet', exact: true }).click()
  const sure = page.getByRole('dialog', { name: 'Återställa originalet?' })
  await sure.getByRole('button', { name: 'Återställ originalet', exact: true }).click()
  await expect(page.getByText('Originalet är återställt.')).toBeVisible()
  await expect(subject).toHaveValue('Din licens går snart ut')
})

test('the office sorts the mails, exports exactly the filter, and sends all that failed again', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/outbox')
  const time = page.getByRole('columnheader', { name: 'Tid' })
  await expect(time).toHaveAttribute('aria-sort', 'descending')
  await time.getByRole('link').click()
  await expect(time).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('combobox', { name: 'Läge' }).selectOption('Kunde inte skickas')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/descending=0.*state=failed/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Hämta CSV', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('mejl.csv')
  await page.getByRole('button', { name: 'Skicka mejlet igen', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Skicka mejlet igen?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Skicka igen', exact: true }).click()
  await expect(page.getByText('Ett mejl skickas igen.')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await shoot(page, 'mails-sent-again')
})
