/**
 * Hides the message that this reader folded, before the browser paints it: a later script would move the page. The
 * start page always shows the message. The policy allows this one text by its hash; a test holds the two together.
 */
export const foldScript =
  "(b=>{let k='foldedDisturbance-'+(document.documentElement.dataset.user||'');try{" +
  "b.toggleAttribute('data-folded',localStorage.getItem(k)===b.querySelector('[data-text]').textContent)}catch{}" +
  "})(document.getElementById('disturbance'))"

/** SHA-256 of the script, as the content security policy names it. */
export const foldScriptHash = 'sha256-I0vaK97pY7dzPp3X3YLN5fqMoNdMMXzCvWGuM+9UYe8='
