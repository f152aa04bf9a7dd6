import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './people.ts'
import { expect, test } from './stage.ts'

test('an educator sees what waits, finds an own education and goes on to manage it', async ({ page }) => {
  await signIn(page, 'educator')
  await page.goto('/myeducations')
  await expect(page.getByRole('heading', { name: 'Mina utbildningar', level: 1 })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `my-educations-${colorScheme}`)
  }
  await page.getByRole('searchbox').fill('Funktionär grund')
  await page.getByRole('searchbox').press('Enter')
  await page.locator('main a[href="/education/1/manage"]').click()
  await expect(page.getByRole('textbox', { name: 'Namn' })).toHaveValue('Funktionär grund')
})

test('managing without an education is making one, for those who may', async ({ page }) => {
  await signIn(page, 'superadmin')
  await page.goto('/education/manage')
  await expect(page).toHaveURL('/createeducation')
})

test('an educator who would manage nothing comes to the start page', async ({ page }) => {
  await signIn(page, 'educator')
  await page.goto('/education/manage')
  await expect(page).toHaveURL('/')
})
