const still = (pattern, label) => ({ pattern, label, isStill: true })
const yellow = { pattern: 'gul', label: 'Gul flagga som vajas' }
const green = { pattern: 'gron', label: 'Grön flagga som vajas' }
const blue = { pattern: 'bla', label: 'Blå flagga som vajas' }
const red = { pattern: 'rod', label: 'Röd flagga som vajas' }
const chequered = { pattern: 'rutig', label: 'Svart-vit-rutig flagga som vajas' }

/** Pictures of each slide, question and result. */
export const art = {
  duka: { flags: [still('gul', 'Gul flagga'), still('gron', 'Grön flagga'), still('bla', 'Blå flagga')] },
  visa: { flags: [yellow] },
  ova: { flags: [green, blue] },
  avsluta: { flags: [chequered] },
  prov: { flags: [chequered] },
  'fraga-visa': { flags: [yellow] },
  'fraga-ova': { flags: [blue] },
  'fraga-avbryt': { flags: [red] },
  godkand: { flags: [chequered] },
  underkand: { flags: [yellow] },
}
