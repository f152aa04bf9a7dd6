import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { Recipients } from './MailingPreview.tsx'

const t = translator('sv', 'mailings')

test('a preview that waits says so, and a refused one waits for nothing', () => {
  expect(renderToStaticMarkup(<Recipients preview={null} isRefused={false} />)).toContain(t('loading'))
  const refused = renderToStaticMarkup(<Recipients preview={null} isRefused />)
  expect(refused).not.toContain(t('loading'))
  expect(refused).toContain(t('notLoaded'))
})
