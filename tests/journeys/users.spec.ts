import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('the office finds people while typing', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await inspected(page, 'users')
  await page.getByRole('searchbox', { name: 'Sök person' }).pressSequentially('helena str')
  await expect(page.getByText('2 personer', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/text=helena\+str/)
})

test('thirty people of a club get a role limited to it, over two pages, after a preview', async ({ page }) => {
  await signIn(page, 'superadmin', '/users?kind=member')
  const club = page.getByRole('combobox', { name: 'Förening' })
  const option = page.getByRole('option', { name: 'Bredåsen Motorklubb' })
  // The answer to the last keystroke arrives late with other hits: marked people stay marked.
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const isLast = (url: string) => new URL(url).searchParams.get('text') === 'Bredåsen M'
  await page.route('**/api/Organization?*', async (route) => {
    const url = route.request().url()
    if (!isLast(url)) return route.continue()
    await arrived
    await route.fulfill({ response: await route.fetch({ url: url.replace(/text=[^&]*/, 'text=Kil') }) })
  })
  await club.pressSequentially('Bredåsen')
  await expect(option).toBeVisible()
  const lastRequest = page.waitForRequest((request) => isLast(request.url()))
  const late = page.waitForResponse((response) => isLast(response.request().url()))
  await club.pressSequentially(' M')
  await expect(page.getByRole('option')).toHaveCount(1)
  await lastRequest
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('data-focused', 'true')
  arrive()
  await (await late).finished()
  await expect(option).toHaveAttribute('data-focused', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/organization=\d+/)
  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
  await bar.getByRole('button', { name: 'Behörigheter' }).click()
  const dialog = page.getByRole('dialog', { name: /Behörigheter för \d+ personer/ })
  await expect(dialog.getByRole('combobox', { name: 'Behörighet', exact: true })).toHaveValue('OrganizationAdmin')
  await expect(dialog.getByText('Får behörigheten').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Ta bort Bredåsen Motorklubb' })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'users-roles')
  await dialog.getByRole('button', { name: /^Ge behörigheten till \d+ personer/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('cell', { name: 'Föreningsadministratör Bredåsen Motorklubb' }).first()).toBeVisible()
})

test('the list of people fits on a tablet, for any role limits', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 834, height: 1112 })
  await signIn(page, 'superadmin', '/users')
  const list = page.getByRole('region', { name: 'Användare' })
  await expect(list.getByRole('cell', { name: /^Föreningsadministratör .+/ }).first()).toBeVisible()
  expect(await list.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0)
})

test('a selection stays over pages and orders, and is exported to a file', async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await page
    .getByRole('checkbox', { name: /^Markera (?!alla)/ })
    .first()
    .check()
  await page.getByRole('link', { name: 'Nästa' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page
    .getByRole('checkbox', { name: /^Markera (?!alla)/ })
    .first()
    .check()
  const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
  await expect(bar.getByText('2 valda')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await page.getByRole('link', { name: 'Senast inloggad' }).click()
  await expect(page.getByRole('columnheader', { name: 'Senast inloggad' })).toHaveAttribute('aria-sort', 'descending')
  await bar.getByRole('button', { name: 'Exportera valda' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Textfil (.csv)' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(3)
  await expect(page.getByText('2 personer är sparade i filen.')).toBeVisible()
})

test('the address of the next page of the list changes when its people are shown @once', async ({ page }) => {
  await page.addInitScript(() => {
    const push = history.pushState.bind(history)
    history.pushState = (...given) => {
      document.documentElement.dataset['pushedAt'] = document.querySelector('tbody th')?.textContent ?? ''
      push(...given)
    }
  })
  await signIn(page, 'superadmin', '/users')
  const first = page.getByRole('rowheader').first()
  const before = await first.textContent()
  // Unless a person is marked first, the browser may follow the link itself, before the list is hydrated.
  await page
    .getByRole('checkbox', { name: /^Markera (?!alla)/ })
    .first()
    .check()
  await page.getByRole('link', { name: 'Nästa' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(first).not.toHaveText(`${before}`)
  await expect(page.locator('html')).toHaveAttribute('data-pushed-at', `${await first.textContent()}`)
})

test.describe('refusals of the server', () => {
  test.use({ expectedErrors: ['PUT /user/edit/:id'] })
  test('a person is changed, and an error is shown at its field', async ({ page }) => {
    await signIn(page, 'superadmin', '/users?text=helena')
    const menu = page.getByRole('button', { name: 'Åtgärder för Helena Ström' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Ändra uppgifter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Helena Ström' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Ändra uppgifter' }).click()
    const firstName = dialog.getByRole('textbox', { name: 'Förnamn' })
    await firstName.fill('')
    await firstName.press('Enter')
    await expect(dialog.getByRole('alert')).toBeFocused()
    await dialog.getByRole('alert').getByRole('link').click()
    // Typed character by character: a refused field takes the focus once, and not while it is being corrected.
    await firstName.pressSequentially('Helena Maria')
    await firstName.press('Enter')
    await expect(page.getByRole('link', { name: 'Helena Maria Ström' })).toBeVisible()
  })
})

test('a club administrator finds their own club and adds no roles', async ({ page }) => {
  await signIn(page, 'orgadmin', '/users')
  await expect(page.getByRole('heading', { name: 'Användare' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Markera alla på sidan' }).check()
  const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
  await expect(bar.getByRole('button', { name: 'Exportera valda' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Behörigheter' })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Avmarkera' }).click()
  await inspected(page, 'users-club')
  await page.goto('/users?text=superadmin')
  await expect(page.getByText('Ingen person matchar sökningen')).toBeVisible()
})
