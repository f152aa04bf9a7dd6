import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const pdf = { name: 'Banskiss.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 skiss') }

test('an educator adds a file to their education, and everybody who is signed in finds it', async ({ page }) => {
  await signIn(page, 'educator', '/education/1/media')
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
  await inspected(page, 'media')
})

test.describe('tags', () => {
  test.use({ expectedErrors: ['POST /MediaTag', '409'] })

  test('are created once, renamed and deleted by the office', async ({ page }) => {
    await signIn(page, 'superadmin', '/media')
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

/** Records three seconds of colours as a phone does; null when the browser cannot record MP4. */
const recordFilm = () =>
  new Promise<number[] | null>((resolve) => {
    if (!MediaRecorder.isTypeSupported('video/mp4')) return resolve(null)
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
    const brush = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/mp4' })
    const chunks: Blob[] = []
    let frame = 0
    const painting = setInterval(() => {
      if (brush) brush.fillStyle = `hsl(${frame++ * 7} 80% 50%)`
      brush?.fillRect(0, 0, canvas.width, canvas.height)
    }, 40)
    recorder.ondataavailable = ({ data }) => chunks.push(data)
    recorder.onstop = async () => {
      clearInterval(painting)
      resolve([...new Uint8Array(await new Blob(chunks).arrayBuffer())])
    }
    recorder.start()
    setTimeout(() => recorder.stop(), 3000)
  })

test('an uploaded film is played, and requested in ranges', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/education/1/media')
  const film = await page.evaluate(recordFilm)
  test.skip(film === null, 'this browser records no mp4')
  await page.getByRole('button', { name: 'Lägg till media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till media' })
  const buffer = Buffer.from(film ?? [])
  await dialog.locator('input[type=file]').setInputFiles({ name: 'Start.mp4', mimeType: 'video/mp4', buffer })
  await dialog.getByRole('button', { name: 'Lägg till media' }).click()
  const part = page.waitForResponse((response) => response.url().includes('/api/files/') && response.status() === 206)
  await page.getByRole('heading', { name: 'Start' }).getByRole('link').click()
  expect((await part).headers()['content-range']).toMatch(/^bytes 0-\d+\/\d+$/)
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video instanceof HTMLVideoElement ? video.readyState : 0)))
    .toBeGreaterThan(1)
})
