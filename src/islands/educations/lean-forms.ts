/** A page that the browser kept shows the list of its address: ticks that were made to leave it are taken back. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const form of document.querySelectorAll<HTMLFormElement>('form[data-lean]')) form.reset()
})

/** Empty fields of a GET form stay out of its address. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-lean]')) {
  form.addEventListener('formdata', ({ formData }) => {
    const empty = [...formData].filter(([, value]) => value === '').map(([name]) => name)
    for (const name of empty) formData.delete(name)
    // An address without any filter would be filled with the favourites; this one asks for everything.
    if ([...formData].length === 0 && form.dataset['lean']) formData.set(form.dataset['lean'], '1')
  })
}
