import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/local-portal.ts'
import { courseFrame, readToQuiz, slideHeading, takeQuiz } from './course-player.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const zip = join(root, '.cache/courses/leda-ovningar.zip')
test.setTimeout(240_000)

test('material is added, completed by an educator, followed up, and removed', async ({ page }) => {
  expect(existsSync(zip)).toBe(true)
  await signIn(page, 'educator', '/education/1/manageEducationParts')
  await page.getByRole('button', { name: /^Utbildarmaterial Webbkurs/ }).click()
  const list = page.getByRole('dialog', { name: /^Utbildarmaterial till Webbkurs/ })
  await expect(list).toContainText('Inget material ännu.')

  await test.step('a package becomes material, and input is not lost by mistake', async () => {
    const opener = list.getByRole('button', { name: 'Lägg till material' })
    await opener.click()
    const form = page.getByRole('dialog', { name: 'Nytt utbildarmaterial' })
    await form.getByRole('button', { name: 'Avbryt' }).click()
    await expect(opener).toBeFocused()
    await opener.click()
    await form.locator('input[type=file]').setInputFiles(zip)
    await form.getByRole('textbox', { name: 'Namn' }).fill('Lärarhandledning')
    const question = page.getByRole('dialog', { name: 'Vill du lämna utan att spara?' })
    for (const leave of [
      () => form.getByRole('button', { name: 'Avbryt' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Escape'),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Avbryt' }).click()
      await expect(form.getByRole('textbox', { name: 'Namn' })).toHaveValue('Lärarhandledning')
    }
    await expectAccessible(page)
    await shoot(page, 'educator-material-form')
    await form.getByRole('button', { name: 'Lägg till material' }).click()
    await expect(form).toBeHidden()
    await expect(list.getByRole('button', { name: 'Öppna Lärarhandledning' })).toBeVisible({ timeout: 30_000 })
    await expect(page.locator('#toasts [data-text]')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, 'educator-materials')
  })

  await test.step('completed from the education, it is shown there and to its managers', async () => {
    await page.goto('/education/1')
    const row = page.getByRole('listitem').filter({ hasText: 'Lärarhandledning' })
    await expect(row).toContainText('Inte genomgånget')
    await row.getByRole('button', { name: 'Öppna Lärarhandledning' }).click()
    const heading = slideHeading(page).first()
    await expect(heading).toBeVisible()
    const first = (await heading.textContent()) ?? ''
    await readToQuiz(page)
    await expect(courseFrame(page).locator('legend h2')).toBeVisible()
    await page.getByRole('button', { name: 'Börja om' }).click()
    const sure = page.getByRole('dialog', { name: 'Vill du börja om från början?' })
    await page.keyboard.press('Escape')
    await expect(sure).toBeHidden()
    await page.getByRole('button', { name: 'Börja om' }).click()
    await sure.getByRole('button', { name: 'Börja om' }).click()
    await expect(heading).toHaveText(first)
    await readToQuiz(page)
    await takeQuiz(page, true)
    await expect(page.getByText('Du har gått igenom Lärarhandledning.')).toBeVisible({ timeout: 20_000 })
    await expect(row).toContainText('Genomgånget')
    await expect(row.getByRole('button', { name: 'Öppna igen Lärarhandledning' })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'educator-material-done')
    await page.goto('/education/1/manageEducationParts')
    await page.getByRole('button', { name: /^Utbildarmaterial \(1\) Webbkurs/ }).click()
    await list.getByText('Vem har gått igenom det?').click()
    await expect(list.getByRole('listitem').filter({ hasText: 'Leila Nordin' }).last()).toContainText('Genomgånget')
  })

  await test.step('after its removal the list stays open', async () => {
    await list.getByRole('button', { name: 'Ta bort Lärarhandledning' }).click()
    await page.getByRole('button', { name: 'Ta bort materialet' }).click()
    await expect(list).toContainText('Inget material ännu.')
  })
})
