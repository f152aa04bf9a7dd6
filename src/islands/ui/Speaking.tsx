import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLanguage } from '../client/texts.tsx'

/** React Aria's own words and its comparing of texts, in the page's language instead of the browser's. */
export function Speaking({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLanguage() === 'en' ? 'en-US' : 'sv-SE'}>{children}</I18nProvider>
}
