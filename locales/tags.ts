/**
 * Returns the tag for the format of dates and numbers: English as in Britain, with a 24-hour clock, and Swedish for any
 * other language. The fallback of I18N-11 chooses texts, not the form of a date.
 */
export const localeTag = (language: string): 'en-GB' | 'sv-SE' => (language === 'en' ? 'en-GB' : 'sv-SE')
