import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoSidewaysScroll, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

/** Creates a person without organisations by a call of the page, as the office. */
const createPerson = (page: Page, person: Record<string, string>) =>
  page.evaluate(async (body) => {
    const answer = await fetch('/api/authentication/CreateExternalUser', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const { id }: { id: number } = await answer.json()
    return id
  }, person)

async function inspect(page: Page, name: string) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await shoot(page, name)
}

test('the office finds two records of one person, merges them and undoes it', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  const same = { firstName: 'Tvåfaldig', lastName: 'Testsson', birthDate: '1987-06-05' }
  const firstId = await createPerson(page, { ...same, email: 'tva@example.se' })
  const secondId = await createPerson(page, { ...same, lastName: 'Testson', email: 'faldig@example.se' })

  await page.getByRole('main').getByRole('link', { name: 'Dubbletter' }).click()
  await expect(page.getByRole('heading', { name: 'Dubbletter', level: 1 })).toBeVisible()
  await expect(page.getByText('Samma födelsedatum och namn').first()).toBeVisible()
  await inspect(page, 'duplicates')
  await page.getByRole('link', { name: 'Jämför Tvåfaldig Testsson och Tvåfaldig Testson' }).click()

  await expect(page.getByRole('heading', { name: 'Det här flyttas' })).toBeVisible()
  await page.getByRole('radio', { name: 'faldig@example.se' }).check()
  await inspect(page, 'merge-preview')
  await page.getByRole('button', { name: 'Slå ihop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Slå ihop', exact: true }).click()

  await expect(page).toHaveURL(/\/users\/merges\/\d+$/)
  await expect(page.getByText('Sammanslagen ·')).toBeVisible()
  await inspect(page, 'merge-made')
  const address = page.url()
  await page.goto(`/profile/${secondId}`)
  await expect(page).toHaveURL(new RegExp(`/profile/${firstId}$`))
  await expect(page.getByText('faldig@example.se').first()).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Ångra sammanslagningen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ångra sammanslagningen' }).click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Ångrad ·')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto(`/profile/${secondId}`)
  await expect(page).toHaveURL(new RegExp(`/profile/${secondId}$`))
})

test('the office begins at a person, and marks a pair as two people', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  const same = { firstName: 'Lika', lastName: 'Namnsson', birthDate: '1971-01-02' }
  const id = await createPerson(page, { ...same, email: 'lika1@example.se' })
  await createPerson(page, { ...same, email: 'lika2@example.se' })
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: 'Åtgärder för Lika Namnsson' }).click()
  await page.getByRole('menuitem', { name: 'Slå ihop med …' }).click()
  const field = page.getByRole('combobox', { name: 'Slå ihop Lika Namnsson med' })
  await field.fill('lika2@example.se')
  await page.getByRole('option', { name: 'Lika Namnsson' }).click()
  await expect(field).toHaveValue('Lika Namnsson')
  await inspect(page, 'merge-choosing')
  await page.getByRole('button', { name: 'Visa vad som händer' }).click()
  await expect(page.getByRole('heading', { name: 'Det här flyttas' })).toBeVisible()

  await page.goto('/users/duplicates')
  const pair = page.getByRole('listitem').filter({ hasText: 'Lika Namnsson' })
  await pair.getByRole('button', { name: 'Inte samma person' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inte samma person' }).click()
  await expect(pair).toHaveCount(0)
})
