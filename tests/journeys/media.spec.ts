import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './people.ts'
import { expect, test } from './stage.ts'

const pdf = { name: 'Banskiss.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 skiss') }

test('an educator puts a file into the own education, and whoever is signed in finds it', async ({ page }) => {
  await signIn(page, 'educator')
  await page.goto('/education/1/media')
  await page.getByRole('button', { name: 'Lägg till media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till media' })
  await dialog.locator('input[type=file]').setInputFiles(pdf)
  await expect(dialog.getByRole('textbox', { name: 'Namn' })).toHaveValue('Banskiss')
  await expectAccessible(page)
  await shoot(page, 'media-dialog')
  await dialog.getByRole('button', { name: 'Lägg till media' }).click()
  await expect(page.getByRole('heading', { name: 'Banskiss' })).toBeVisible()
  await expect(page.locator('#toasts [data-text]')).toHaveCount(0)
  await expectAccessible(page)
  await shoot(page, 'education-media')

  await page.goto('/media')
  await page.getByRole('searchbox', { name: 'Sök i biblioteket' }).fill('banski')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Banskiss'])
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Ladda ned Banskiss' }).click()
  expect((await coming).suggestedFilename()).toBe('Banskiss.pdf')
  // Half below the header, a button would be too small to touch.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await shoot(page, `media-${colorScheme}`)
  }
})

test.describe('tags', () => {
  test.use({ expectedErrors: ['POST /MediaTag', '409'] })

  test('are made once, renamed and deleted by the office', async ({ page }) => {
    await signIn(page, 'superadmin')
    await page.goto('/media')
    await page.getByRole('link', { name: 'Hantera taggar' }).click()
    for (let time = 0; time < 2; time++) {
      await page.getByRole('textbox', { name: 'Ny tagg' }).fill('Banteknik')
      await page.getByRole('button', { name: 'Skapa taggen' }).click()
      if (time === 0) await expect(page.getByRole('textbox', { name: 'Namn på Banteknik' })).toBeVisible()
    }
    await expect(page.getByText('Det finns redan en tagg med det namnet.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Ny tagg' })).toHaveValue('Banteknik')
    await expectAccessible(page)
    await shoot(page, 'media-tags')
    await page.getByRole('button', { name: 'Radera Banteknik' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Radera taggen' }).click()
    await expect(page.getByRole('textbox', { name: 'Namn på Banteknik' })).toHaveCount(0)
  })
})
