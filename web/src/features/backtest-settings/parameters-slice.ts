// The values that the user has chosen for the parameters of a strategy file, until the page is left.
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ParameterValue, ParameterValues } from '@tradeium/contracts';
import { rootReducer } from '../../core/store.ts';

export type ParameterFile = { readonly chatId: string; readonly filename: string };
type ChosenParameters = Record<string, Readonly<Record<string, ParameterValue>>>;

const NOTHING: ParameterValues = {};
const keyOf = ({ chatId, filename }: ParameterFile): string => `${chatId}/${filename}`;

export const parametersSlice = createSlice({
  name: 'parameters',
  initialState: (): ChosenParameters => ({}),
  reducers: {
    parameterChosen: (
      state,
      { payload }: PayloadAction<ParameterFile & { readonly name: string; readonly value: ParameterValue }>,
    ) => {
      state[keyOf(payload)] = { ...state[keyOf(payload)], [payload.name]: payload.value };
    },
    /** All at once: those of a result, or none, which leaves the defaults. */
    parametersTaken: (
      state,
      { payload }: PayloadAction<ParameterFile & { readonly values: ParameterValues }>,
    ) => {
      state[keyOf(payload)] = payload.values;
    },
  },
  selectors: {
    selectParameters: (state, file: ParameterFile): ParameterValues => state[keyOf(file)] ?? NOTHING,
  },
});

declare module '../../core/store.ts' {
  export interface LazySlices extends WithSlice<typeof parametersSlice> {}
}

const injected = parametersSlice.injectInto(rootReducer);
export const { parameterChosen, parametersTaken } = injected.actions;
export const { selectParameters } = injected.selectors;
