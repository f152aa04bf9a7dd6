/** Language of the texts that organisers write: titles, descriptions and messages, which are not translated. */
export const contentLanguage = 'sv'
