import type { Page } from '@playwright/test'
import { eachOf } from './each-of.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const consent = { name: 'cookieConsent', value: 'true' }

test.use({ startsUnfolded: false })

test.beforeEach(({ page, baseURL }) => page.context().addCookies([{ ...consent, url: baseURL ?? '' }]))

/** Lists the rows of the form's grids whose controls do not begin at the same height, as `label | label`. */
const listSkewed = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('main details')) fold.setAttribute('open', '')
    const skewed: string[] = []
    for (const grid of document.querySelectorAll('main form .grid')) {
      const fields = [...grid.children].flatMap((child) => {
        const control = child.querySelector(':scope > .control, :scope > * > .control, :scope > * > * > .control')
        const label = child.querySelector('label')
        return control && label ? [{ child: child.getBoundingClientRect(), control, label }] : []
      })
      for (const [at, field] of fields.entries()) {
        const next = fields[at + 1]
        // Only neighbours of a row are compared.
        if (!next || Math.abs(next.child.top - field.child.top) > 1) continue
        const tops = [field, next].map(({ control }) => control.getBoundingClientRect().top)
        if (Math.abs((tops[0] ?? 0) - (tops[1] ?? 0)) > 1)
          skewed.push(`${field.label.textContent} | ${next.label.textContent}`)
      }
    }
    return skewed
  })

const forms = [
  ['/education/1/manage', 7],
  ['/education/manageOccasion/new?educationPartId=1', 6],
  ['/education/managePracticalDriverExam/1?tab=details', 5],
] as const

for (const [address, count] of forms)
  test(`the form ${address} has a jump list, and its fields line up`, async ({ page }, { project }) => {
    await signIn(page, 'superadmin', address)
    const jumps = page.getByRole('navigation', { name: 'Avsnitt i formuläret' })
    await expectAccessible(page)
    await shoot(page, `long-form-${count}`)
    for (const link of await eachOf(jumps.getByRole('link'), count)) {
      const title = (await link.textContent()) ?? ''
      await link.click()
      await expect(page.getByRole('heading', { name: title.trim(), level: 2 }).first()).toBeInViewport()
      if (project.name === 'wide') await expect(link).toBeInViewport()
      else await page.goBack()
    }
    expect(await listSkewed(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  })

test('a fold of the general settings says what is set inside, and its fields line up', async ({ page }) => {
  await signIn(page, 'superadmin', '/config?tab=general')
  await expect(page.locator('summary', { hasText: 'Tider och gränser' })).toContainText(
    /tillfälligt lösenord gäller: \d+/,
  )
  expect(await listSkewed(page)).toEqual([])
})

test.describe('rarely used fields', () => {
  test.use({ expectedErrors: ['PUT /Educations', '400'] })

  test('are folded, and open for an error or a link to one of them', async ({ page }) => {
    await signIn(page, 'superadmin', '/education/1/manage')
    const fold = page.locator('details', { hasText: 'Fler villkor' })
    const age = page.getByRole('textbox', { name: 'Vårdnadshavare krävs under' })
    await expect(fold.locator('summary')).toContainText('Visa i den öppna katalogen')
    await expect(age).toBeHidden()
    await fold.locator('summary').click()
    await age.fill('femton')
    await expect(fold.locator('summary')).toContainText('Vårdnadshavare krävs under: femton')
    await fold.locator('summary').click()
    await expect(age).toBeHidden()
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(age).toBeVisible()
    await page.getByRole('link', { name: /^Vårdnadshavare krävs under/ }).click()
    await expect(age).toBeFocused()

    // A person may close the fold again; the next refused save opens it.
    await fold.locator('summary').click()
    await expect(age).toBeHidden()
    await page.getByRole('button', { name: 'Spara', exact: true }).click()
    await expect(age).toBeVisible()

    await page.goto('/education/1/manage#field-guardianRequiredUnderAge')
    await page.reload()
    await expect(age).toBeFocused()
  })
})

test('the fee of an education says what each part costs in all', async ({ page }) => {
  await signIn(page, 'superadmin', '/education/1/manage')
  const cost = page.locator('#section-cost')
  await cost.getByRole('textbox', { name: 'Avgift' }).fill('300')
  await expect(cost.getByText(/Deltagaren betalar för varje delmoment/)).toBeVisible()
  await expect(cost.getByRole('listitem').first()).toContainText('300')
})

test('those who have been responsible before are suggested for an occasion', async ({ page }) => {
  await signIn(page, 'educator', '/education/manageOccasion/new?educationPartId=1')
  const people = page.getByRole('combobox', { name: 'Ansvariga' })
  await people.click()
  const first = page.getByRole('listbox').getByRole('option').filter({ hasNotText: 'Inga träffar' }).first()
  const name = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('button', { name: `Ta bort ${name}` })).toBeVisible()
})
