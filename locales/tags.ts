/** English is written as in Britain, with a 24-hour clock. The fallback of I18N-11 chooses texts, not the form of a date. */
export const localeTag = (language: string): 'en-GB' | 'sv-SE' => (language === 'en' ? 'en-GB' : 'sv-SE')
