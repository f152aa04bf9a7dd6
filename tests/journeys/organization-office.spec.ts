import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe runs in both themes, which takes time on a busy machine.
test.describe.configure({ timeout: 240_000 })

const consent = { name: 'cookieConsent', value: 'true' }

test('a club administrator sees the club’s members against the season', async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'orgadmin', '/organization')
  await expect(page).toHaveURL(/\/organization\/\d+$/)
  await expect(page.getByRole('term').filter({ hasText: 'Administratörer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jonas Kvist' }).first()).toBeVisible()
  const members = page.getByRole('region', { name: 'Medlemmar' })
  await expect(members.getByRole('row').nth(1)).toBeVisible()
  await inspected(page, 'organization-members')

  await page
    .getByRole('navigation', { name: 'Visa efter läge' })
    .getByRole('link', { name: /Saknar någon licens/ })
    .click()
  await expect(page).toHaveURL(/state=lacking/)
  const badges = members.getByRole('row').locator('td:first-of-type')
  await expect(badges).not.toHaveCount(0)
  // The whole list stands until the page of this choice has arrived.
  await expect(badges.filter({ hasNotText: 'Saknas' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Visa alla medlemmar' }).click()
  await page.getByRole('searchbox', { name: 'Sök medlem' }).fill('sara lind')
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(members.getByRole('link', { name: 'Sara Lindgren' })).toBeVisible()
  await expect(members.getByRole('row')).toHaveCount(2)
})

test('a club administrator reads the club’s bookings and licences, and no other club’s page', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'orgadmin', '/organization')
  const address = page.url()
  const tabs = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: /^Medlemmar/ }) })
  await expect(tabs.last().getByRole('link', { name: 'Fakturor', exact: true })).toBeVisible()
  for (const [name, shot] of [
    ['Bokningar', 'organization-bookings'],
    ['Licenser', 'organization-licenses'],
    ['Fakturor', 'organization-invoices'],
  ] as const) {
    await tabs.last().getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('region', { name })).toBeVisible()
    await inspected(page, shot)
  }

  for (const tab of ['below', 'secrets']) {
    await page.goto(`${address}?tab=${tab}`)
    await expect(page.getByRole('region', { name: 'Medlemmar' })).toBeVisible()
  }

  const next = Number(/\d+$/.exec(address)?.[0]) + 1
  await page.goto(`/organization/${next}`)
  await expect(page.getByRole('heading', { name: 'Du har inte behörighet till sidan' })).toBeVisible()
})

test('a superadministrator finds a club by its name and edits where its invoices are sent', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'superadmin', '/organization')
  await inspected(page, 'organization-choice')
  await page.getByRole('searchbox', { name: 'Sök organisation' }).fill('karting')
  await page.getByRole('button', { name: 'Sök', exact: true }).click()
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/organization\/\d+$/)
  await page.getByRole('button', { name: /^Ändra/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-post för fakturor').fill('ekonomi@klubben.example')
  await dialog.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('ekonomi@klubben.example')).toBeVisible()
  await page.getByRole('link', { name: 'Fakturor', exact: true }).last().click()
  await expect(page).toHaveURL(/tab=invoices/)
  await inspected(page, 'organization-invoices')
})

test('a club administrator signs two members up at once, without the one who is too young @once', async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ ...consent, url: baseURL ?? '' }])
  await signIn(page, 'orgadmin', '/organization')
  await page.getByRole('link', { name: 'Anmäl medlemmar' }).click()
  await page.getByRole('searchbox', { name: 'Sök tillfälle eller utbildning' }).fill('banprep')
  await page.getByRole('button', { name: 'Sök', exact: true }).click()
  await inspected(page, 'organization-sign-up')
  await page.getByRole('main').getByRole('link', { name: 'Kursdag: Banpreparering' }).first().click()
  await page.getByRole('button', { name: 'Granska anmälan' }).click()
  await expect(page.getByText('Välj minst en medlem.')).toBeVisible()
  await expect(page.getByText(/^Banpreparering · .* platser? kvar$/)).toBeVisible()
  for (const name of ['Helena Ström', 'Jonas Kvist', 'Milo Ström']) await page.getByRole('checkbox', { name }).check()
  await inspected(page, 'organization-sign-up-members')
  await page.getByRole('button', { name: 'Granska anmälan' }).click()
  await expect(page.getByText('1 medlem kan inte anmälas')).toBeVisible()
  await inspected(page, 'organization-sign-up-preview')
  await page.getByRole('link', { name: 'Fortsätt med de 2 andra' }).click()
  const submit = page.getByRole('button', { name: 'Anmäl 2 medlemmar' })
  const form = await submit.evaluate((button: HTMLButtonElement) => {
    const fields = button.form ? [...new FormData(button.form)] : []
    return { action: button.form?.action ?? '', fields: fields.map(([name, value]) => [name, String(value)]) }
  })
  await submit.click()
  await expect(page.getByText('Anmälan är gjord för 2 medlemmar')).toBeVisible()
  // The same press sent once more, as by a browser whose answer was lost, is no error and no second sign-up.
  const address = await page.evaluate(
    async ({ action, fields }) => (await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })).url,
    form,
  )
  expect(address).toContain('signedUp=2')
  const bookings = page.getByRole('region', { name: 'Bokningar' })
  await expect(bookings.getByRole('row').filter({ hasText: 'Banpreparering' })).toHaveCount(2)
})
