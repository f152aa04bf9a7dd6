/** `art` names the picture beside the question, `slide` where to read more. */
export const questions = [
  {
    id: 'visa',
    art: 'fraga-visa',
    slide: 'visa',
    slideTitle: 'Visa en gång i taget',
    text: 'Du ska lära ut en ny signal. Vad gör du först?',
    choices: [
      { id: 'visar', text: 'Visar den i verklig fart och säger varför den används.' },
      { id: 'alla', text: 'Går igenom alla signaler, så har gruppen helheten.' },
      { id: 'regler', text: 'Läser upp regeltexten.' },
    ],
    right: 'visar',
    why: 'En signal i taget, i verklig fart, med sitt varför: då har deltagaren något att fästa resten vid.',
  },
  {
    id: 'ova',
    art: 'fraga-ova',
    slide: 'ova',
    slideTitle: 'Låt alla öva',
    text: 'Tolv deltagare ska öva. Hur delar du upp dem?',
    choices: [
      { id: 'tre', text: 'I lag om tre: en gör, en ser på, en ger återkoppling. Sedan byter de.' },
      { id: 'ko', text: 'I en kö, så att jag hinner se var och en.' },
      { id: 'frivilliga', text: 'De som vill visar för de andra.' },
    ],
    right: 'tre',
    why: 'I lag om tre är alla i arbete hela tiden, och den som tittar på lär sig nästan lika mycket som den som gör.',
  },
  {
    id: 'avbryt',
    art: 'fraga-avbryt',
    slide: 'avsluta',
    slideTitle: 'Avsluta och anteckna',
    text: 'En deltagare ställer sig på fel sida av räcket under övningen. Vad gör du?',
    choices: [
      { id: 'avbryter', text: 'Avbryter övningen för alla, flyttar personen och tar upp det direkt.' },
      { id: 'efter', text: 'Tar upp det i genomgången efteråt.' },
      { id: 'vinkar', text: 'Vinkar åt personen att flytta sig.' },
    ],
    right: 'avbryter',
    why: 'Säkerhet går före upplägget. Att övningen stannar är i sig det som gruppen minns.',
  },
]
