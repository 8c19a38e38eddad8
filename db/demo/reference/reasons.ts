type Child = [code: string, reason: string]
type Line = [id: number, code: string, reason: string, below?: Child[]]

/** A child's number is its category's times ten plus its place. 'Others' asks for a description wherever it stands. */
export const demoReasons: Line[] = [
  [
    1,
    'size_or_fit',
    'Size or fit',
    [
      ['too_small', 'Smaller than expected'],
      ['too_large', 'Larger than expected'],
      ['wrong_length', 'Length is not right'],
      ['size_guide', 'Does not match the size guide'],
      ['no_give', 'Fabric has no give'],
      ['fit_others', 'Others'],
    ],
  ],
  [
    2,
    'quality',
    'Quality',
    [
      ['damaged', 'Arrived damaged or stained'],
      ['seam', 'A seam, zip or button is faulty'],
      ['thin', 'Fabric is thinner than expected'],
      ['quality_others', 'Others'],
    ],
  ],
  [
    3,
    'not_as_described',
    'Not as described',
    [
      ['color_differs', 'Color differs from the photos'],
      ['material_differs', 'Material differs from the description'],
      ['parts_missing', 'A belt, strap or other part is missing'],
    ],
  ],
  [
    4,
    'wrong_item',
    'Wrong item received',
    [
      ['wrong_size', 'Wrong size'],
      ['wrong_color', 'Wrong color'],
      ['wrong_product', 'Another product'],
    ],
  ],
  [5, 'too_late', 'Arrived too late'],
  [6, 'changed_mind', 'Changed my mind'],
  [7, 'others', 'Others'],
]
