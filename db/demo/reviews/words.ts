import type { GarmentKind } from '../art/picture.ts'

/** The mood of a review. Its text and its number of stars must match. */
export type Mood = 'delighted' | 'pleased' | 'mixed' | 'let down'

export const ranksOf: Record<Mood, number[]> = {
  delighted: [100, 100, 90],
  pleased: [90, 80, 80],
  mixed: [70, 60, 50],
  'let down': [40, 30, 20],
}

export const aboutPiece: Partial<Record<GarmentKind, Record<Mood, string[]>>> = {
  dress: {
    delighted: [
      'Falls beautifully and does not cling. I wore it to a wedding and then to work on Monday.',
      'The waist sits exactly where it should and the hem stays put in wind.',
      'I bought it for one evening and have worn it three times since.',
    ],
    pleased: ['A good, easy dress. The color is a touch deeper than I expected, which suits me.'],
    mixed: ['Pretty, but it creases on the way to the car. A quick steam helps.'],
    'let down': ['The seam at the side pulls and the lining shows when I sit.'],
  },
  blouse: {
    delighted: [
      'Crisp without being stiff. It still looks ironed at five in the afternoon.',
      'The collar lies flat under a jumper and the cuffs are properly finished.',
    ],
    pleased: ['A nice weight, neither warm nor thin. The buttons are small, so take your time.'],
    mixed: ['Good cut, thinner than I thought. I wear a top under it.'],
    'let down': ['Came out of the first wash shorter than it went in.'],
  },
  coat: {
    delighted: [
      'Warm enough for a windy ferry deck and smart enough for the office after it.',
      'The shoulders are cut so well that even a thick jumper fits below.',
    ],
    pleased: ['Solid coat with deep pockets. A little heavy on the arm when it rains.'],
    mixed: ['Looks the part, but the belt loops sit rather high on me.'],
    'let down': ['Sheds fluff on everything dark. Brushing has not ended it yet.'],
  },
  trousers: {
    delighted: [
      'Sits at the waist all day, no tugging. I ordered a second pair.',
      'The leg falls straight from the hip, which is rarer than it should be.',
    ],
    pleased: ['Comfortable and they keep their crease. I had them shortened by an inch.'],
    mixed: ['Fine at the waist, wide at the knee. A belt makes them mine.'],
    'let down': ['The zip stuck on the second day.'],
  },
  skirt: {
    delighted: ['Moves when I walk and behaves when I cycle. The pleats came out of the suitcase intact.'],
    pleased: ['Lovely length and a waistband that does not roll.'],
    mixed: ['The color is right, the lining is a little static in dry weather.'],
    'let down': ['See-through in daylight, so it needs a slip.'],
  },
  knit: {
    delighted: [
      'Soft from the first day and no pilling, although I wear it far too often.',
      'It smells of wool in the best way and keeps the wind out.',
    ],
    pleased: ['Warm, well knitted, true to the picture. The sleeves are long, which I like.'],
    mixed: ['A bit itchy at the neck until I washed it.'],
    'let down': ['Grew a size in the first wash.'],
  },
  sneaker: {
    delighted: [
      'Walked seven miles in them on the first day and had no blister to show for it.',
      'They look better with every scuff.',
    ],
    pleased: ['Comfortable and easy to clean. The laces could be longer.'],
    mixed: ['Nice shoe, firm heel. It took a few days to break them in.'],
    'let down': ['The sole came loose at the tip on the third walk.'],
  },
  heel: {
    delighted: ['I danced in them until the band went home. That is all I have to say.'],
    pleased: ['Stable for a heel this slim, and the strap holds.'],
    mixed: ['Beautiful, narrow at the toes.'],
    'let down': ['The heel tip was gone after three evenings on cobbles.'],
  },
  bag: {
    delighted: ['Holds a book, a scarf and my lunch and still closes. The leather has a quiet shine now.'],
    pleased: ['Well made. I would have loved a second pocket inside.'],
    mixed: ['Smaller than it looks on the picture, read the measurements.'],
    'let down': ['The clasp scratches easily.'],
  },
  swimsuit: {
    delighted: ['Stays where it should in waves and dries over lunch. The color has not faded.'],
    pleased: ['Good support without wires. The straps can be shortened, which helped.'],
    mixed: ['Cut high at the leg. Pretty, only not what I am used to.'],
    'let down': ['Lost its shape after two swims.'],
  },
  scarf: {
    delighted: ['Large enough to be a blanket on the train and light enough to forget.'],
    pleased: ['Warm, and the fringe is neatly knotted.'],
    mixed: ['Sheds a little at first, then stops.'],
    'let down': ['Thinner than the picture made me hope.'],
  },
  slip: {
    delighted: ['Cool on the skin, and the lace lies flat under everything.'],
    pleased: ['Pretty and simple. I wash it by hand and it thanks me.'],
    mixed: ['Nice fabric, straps that like to wander.'],
    'let down': ['A thread came loose at the hem on day one.'],
  },
}

export const aboutFit: Record<'True to size' | 'Runs small' | 'Runs large', string[]> = {
  'True to size': ['I took my usual size and it fits.', 'Fits as the table says.', ''],
  'Runs small': ['Take one size up.', 'Comes up narrow, I would size up.'],
  'Runs large': ['I could have gone a size down.', 'Roomy, so a size smaller would do.'],
}

export const closing: Record<Mood, string[]> = {
  delighted: [
    'Would buy again without thinking.',
    'Everybody asks where it is from.',
    'Thank you for the note in the parcel.',
    '',
  ],
  pleased: ['Arrived quickly and well packed.', 'Happy with it.', ''],
  mixed: ['Keeping it all the same.', 'I am still deciding.', ''],
  'let down': ['A pity, because I like the look.', 'Service answered within a day, that was good.'],
}

export const tagsOf: Record<Mood, string[]> = {
  delighted: ['Lovely fabric', 'Looks like the photos', 'Comfortable', 'Good value', 'Well packed'],
  pleased: ['Looks like the photos', 'Comfortable', 'Well packed', 'Fast delivery'],
  mixed: ['Good value', 'Fast delivery'],
  'let down': ['Fast delivery'],
}
