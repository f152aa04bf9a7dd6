/** Öre of what somebody typed; null when that is no amount. */
export function typedMinor(text: string): number | null {
  const plain = text.replace(/\s|kr/g, '').replace(/[−–]/g, '-').replace(',', '.')
  if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(plain)) return null
  const [whole = '', part = ''] = plain.split('.')
  const minor = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return minor <= 100_000_000 ? minor : null
}

/** As it stands in a field: 450, and 450,50 where the comma is the decimal sign. */
export const amountText = (kronor: number, language: string) =>
  new Intl.NumberFormat(language === 'en' ? 'en-US' : 'sv-SE', {
    ...{ useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 2 },
    trailingZeroDisplay: 'stripIfInteger',
  }).format(kronor)
